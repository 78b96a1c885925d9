#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/bench/paper_matrices.h"
#include "kernels/error.h"
#include "sim/sparse/conjugate_gradient.h"

namespace limber {

/// A x = b with a matrix of the papers, solved by our solver on `exec`.
template <class T>
class CgSystem {
 public:
  CgSystem(const Exec& exec, const PaperMatrix& paper, SparseLayout layout, int max_iterations)
      : name_(paper.name),
        matrix_(exec, paper.pattern, 3, layout),
        solver_(exec, matrix_, max_iterations) {
    matrix_.upload(exec, paper.pattern, std::vector<T>(paper.values.begin(), paper.values.end()));
    const std::vector<T> b(paper.right_side.begin(), paper.right_side.end());
    b_ = {exec, b};
    x_ = {exec, b_.size()};
    exec.synchronize();  // b is about to go out of scope
  }

  /// Starts from x = 0.
  void solve(const Exec& exec, CgMethod method, int iterations,
             Preconditioner preconditioner = Preconditioner::jacobi) {
    const Buffer<T>& b = b_;
    solver_.solve(exec, matrix_, b.view(), x_.view(),
                  {.method = method,
                   .preconditioner = preconditioner,
                   .iterations = iterations,
                   .warm_start = false});
  }

  /// The result of the last solve. Throws Error(diverged) if it stopped early.
  std::vector<T> solution(const Exec& exec, int iterations) const {
    const int done = solver_.outcome(exec).iterations;
    if (done != iterations)
      throw Error(ExitCode::diverged, fmt::format("{}: {} of {} iterations of conjugate gradients",
                                                  name_, done, iterations));
    return x_.download(exec);
  }

 private:
  std::string name_;
  SparseMatrix<T> matrix_;
  ConjugateGradient<T, 3> solver_;
  Buffer<T> b_, x_;
};

}  // namespace limber
