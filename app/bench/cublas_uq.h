#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "kernels/buffer.h"
#include "sim/plants/deformer.h"

namespace limber {

/// Whether the program was built with cuBLAS.
bool has_cublas_uq();

/// Alternatives for multiplying many thin matrices with cuBLAS.
enum class CublasUqMethod {
  per_part,             ///< one gemv per part: the paper's baseline
  per_part_on_streams,  ///< the same, round-robin on eight streams
  batched,              ///< one batched gemv for all parts whose rounded-up sizes are equal
  grouped,              ///< one grouped gemm for all parts, each of its own size
};
inline constexpr std::array all_cublas_uq_ways{CublasUqMethod::per_part,
                                               CublasUqMethod::per_part_on_streams,
                                               CublasUqMethod::batched, CublasUqMethod::grouped};
std::string_view name_of(CublasUqMethod way);

/// u = U q of all parts with cuBLAS, on a CUDA Exec.
class CublasUq {
 public:
  /// shapes: one per part. Throws Error(unavailable) with the library's reason.
  CublasUq(const Exec& exec, CublasUqMethod way, const std::vector<DeformedShape>& shapes,
           const std::vector<float>& coordinates);
  ~CublasUq();
  CublasUq(const CublasUq&) = delete;
  CublasUq& operator=(const CublasUq&) = delete;

  void multiply(const Exec& exec);
  /// Library calls per multiply().
  int calls() const;
  /// u in the layout of a Deformer: four floats per vertex, the last 0.
  std::vector<float> displacements(const Exec& exec) const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace limber
