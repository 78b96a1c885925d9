#pragma once

#include <vector>

#include "app/bench/paper_matrices.h"
#include "kernels/exec.h"
#include "sim/sparse/sparse_matrix.h"

namespace limber {

/// The true residual of a solution, in double precision. The solver's own residual is updated by
/// recurrence and keeps falling after x has exhausted single precision.
class TrueResidual {
 public:
  explicit TrueResidual(const PaperMatrix& paper);

  /// |b - A x| / |b|, both in the preconditioner's norm, sqrt(r . M^-1 r).
  template <class T>
  double share_with(const std::vector<T>& x) const {
    return share({x.begin(), x.end()});
  }

 private:
  double share(const std::vector<double>& x) const;
  double norm_with(const std::vector<double>& x) const;

  Exec serial_{Backend::serial};
  SparseMatrix<double> matrix_;
  std::vector<float> diagonal_, b_;
  double of_b_;
};

}  // namespace limber
