#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/bench.h"
#include "app/bench/cusparse_peer.h"
#include "app/bench/paper_matrices.h"
#include "app/stats.h"
#include "kernels/exec.h"
#include "sim/sparse/conjugate_gradient.h"

namespace limber {

/// What is timed: so many iterations from x = 0, so many times a frame.
struct CgWork {
  int iterations;
  int solves_a_frame;
  /// What is written of the times of a solve, once it has looked at the solution. Throws
  /// Error(diverged) for a wrong one.
  std::function<BenchRow(const std::string& name, const MedianAndP95& seconds,
                         const std::vector<float>& x)>
      row;
};

/// Times of conjugate gradients for one matrix on one solver, with ours and NVIDIA's libraries.
class TimedCg {
 public:
  TimedCg(Exec& exec, const PaperMatrix& paper, CgWork work)
      : exec_(exec), paper_(paper), work_(std::move(work)) {}

  BenchRow ours(CgMethod method, SparseLayout layout) const;
  /// Adds rows of NVIDIA's libraries in every format, on CUDA and where the program has them, and
  /// compares all rows with the fastest of these; elsewhere with the first one.
  void compare_with_libraries(std::vector<BenchRow>& rows) const;

 private:
  BenchRow with_libraries(CusparseFormat format) const;
  BenchRow checked_row(const std::string& variant, const MedianAndP95& seconds,
                       const std::vector<float>& x) const;

  Exec& exec_;
  const PaperMatrix& paper_;
  CgWork work_;
};

}  // namespace limber
