#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "kernels/exec.h"
#include "kernels/view.h"
#include "sim/sparse/pattern.h"

namespace limber {

enum class CusparseFormat { csr, bsr, sell };

inline constexpr std::array all_cusparse_formats{CusparseFormat::csr, CusparseFormat::bsr,
                                                 CusparseFormat::sell};

constexpr std::string_view name_of(CusparseFormat format) {
  constexpr std::array<std::string_view, 3> names{"CSR", "BSR", "SELL"};
  return names[static_cast<int>(format)];
}

/// Whether the library was there when the program was built.
bool has_cusparse();

/// A matrix of 3x3 blocks in NVIDIA's library, to compare with. On a CUDA Exec only.
class CusparseMatrix {
 public:
  /// values: 9 a block of the pattern, rows first. Throws Error(unavailable) with the library's
  /// reason.
  CusparseMatrix(const Exec& exec, CusparseFormat format, const Pattern& pattern,
                 std::span<const float> values, View<const float> x, View<float> y);
  ~CusparseMatrix();
  CusparseMatrix(const CusparseMatrix&) = delete;
  CusparseMatrix& operator=(const CusparseMatrix&) = delete;

  /// y = A x, of the x and y that it was made with. Can be part of a recorded frame.
  void multiply(const Exec& exec);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace limber
