#pragma once

#include <memory>
#include <vector>

#include "app/bench/cusparse_peer.h"

namespace limber {

/// Whether cuSPARSE and cuBLAS were there when the program was built.
bool has_cusparse_cg();

/// Conjugate gradients with the Jacobi preconditioner as one writes them with NVIDIA's libraries,
/// to compare with: products with the matrix by cuSPARSE, all else that is done with vectors by
/// cuBLAS, and the scalars stay on the GPU. On a CUDA Exec only.
class CusparseCg {
 public:
  /// For A x = b. values: 9 a block of the pattern, rows first. Throws Error(unavailable) with the
  /// library's reason.
  CusparseCg(const Exec& exec, CusparseFormat format, const Pattern& pattern,
             const std::vector<float>& values, View<const float> b, View<float> x);
  ~CusparseCg();
  CusparseCg(const CusparseCg&) = delete;
  CusparseCg& operator=(const CusparseCg&) = delete;

  /// So many iterations from x = 0. Can be part of a recorded frame. What ours begin with,
  /// inverting the diagonal and a product, is not in it: the one is done before, and the residual
  /// of zero is b.
  void solve(const Exec& exec, int iterations);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace limber
