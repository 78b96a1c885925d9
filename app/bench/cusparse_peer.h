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

/// Whether the program was built with cuSPARSE.
bool has_cusparse();

/// A matrix of 3x3 blocks in cuSPARSE, for comparison. On a CUDA Exec only.
class CusparseMatrix {
 public:
  /// values: 9 per block of the pattern, row-major. Throws Error(unavailable) with the library's
  /// reason.
  CusparseMatrix(const Exec& exec, CusparseFormat format, const Pattern& pattern,
                 std::span<const float> values, View<const float> x, View<float> y);
  ~CusparseMatrix();
  CusparseMatrix(const CusparseMatrix&) = delete;
  CusparseMatrix& operator=(const CusparseMatrix&) = delete;

  /// y = A x, with the x and y of the constructor. Can be recorded in a CUDA graph.
  void multiply(const Exec& exec);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace limber
