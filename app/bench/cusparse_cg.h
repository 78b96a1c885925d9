#pragma once

#include <memory>
#include <vector>

#include "app/bench/cusparse_peer.h"

namespace limber {

/// Whether the program was built with cuSPARSE and cuBLAS.
bool has_cusparse_cg();

/// Conjugate gradients with a Jacobi preconditioner, as commonly written with NVIDIA's libraries,
/// for comparison: matrix products by cuSPARSE, vector operations by cuBLAS, scalars kept on the
/// GPU. On a CUDA Exec only.
class CusparseCg {
 public:
  /// For A x = b. values: 9 per block of the pattern, row-major. Throws Error(unavailable) with the
  /// library's reason.
  CusparseCg(const Exec& exec, CusparseFormat format, const Pattern& pattern,
             const std::vector<float>& values, View<const float> b, View<float> x);
  ~CusparseCg();
  CusparseCg(const CusparseCg&) = delete;
  CusparseCg& operator=(const CusparseCg&) = delete;

  /// Runs `iterations` iterations from x = 0. Can be recorded in a CUDA graph. Unlike ours, it
  /// starts without inverting the diagonal (done in the constructor) and without a product (the
  /// initial residual is b).
  void solve(const Exec& exec, int iterations);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace limber
