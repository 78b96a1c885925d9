#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "kernels/buffer.h"
#include "sim/plants/deformer.h"

namespace limber {

/// Whether cuBLAS was there when the program was built.
bool has_cublas_uq();

/// How one multiplies many thin matrices with NVIDIA's library.
enum class CublasUqWay {
  per_part,             ///< a gemv for each part: what the paper compares with
  per_part_on_streams,  ///< the same on eight streams in turn
  batched,              ///< a batched gemv for all parts whose sizes, rounded up, are the same
  grouped,              ///< one grouped gemm for all parts, each with the sizes that it has
};
inline constexpr std::array all_cublas_uq_ways{CublasUqWay::per_part,
                                               CublasUqWay::per_part_on_streams,
                                               CublasUqWay::batched, CublasUqWay::grouped};
std::string_view name_of(CublasUqWay way);

/// u = U q of all parts with cuBLAS, on a CUDA Exec.
class CublasUq {
 public:
  /// shapes: one a part. Throws Error(unavailable) with the library's reason.
  CublasUq(const Exec& exec, CublasUqWay way, const std::vector<DeformedShape>& shapes,
           const std::vector<float>& coordinates);
  ~CublasUq();
  CublasUq(const CublasUq&) = delete;
  CublasUq& operator=(const CublasUq&) = delete;

  void multiply(const Exec& exec);
  /// Calls of the library in one multiply().
  int calls() const;
  /// u as a Deformer has it: four numbers a vertex, the last 0.
  std::vector<float> displacements(const Exec& exec) const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace limber
