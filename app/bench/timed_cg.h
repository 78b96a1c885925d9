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

/// What is timed: `solves_per_frame` solves per frame, each of `iterations` iterations from x = 0.
struct CgWork {
  int iterations;
  int solves_per_frame;
  /// Checks the solution and makes the row for the times of a solve. Throws Error(diverged) for a
  /// wrong solution.
  std::function<BenchRow(const std::string& name, const MedianAndP95& seconds,
                         const std::vector<float>& x)>
      row;
};

/// Times conjugate gradients for one matrix on one solver: ours, and with NVIDIA's libraries.
class TimedCg {
 public:
  TimedCg(Exec& exec, const PaperMatrix& paper, CgWork work)
      : exec_(exec), paper_(paper), work_(std::move(work)) {}

  BenchRow ours(CgMethod method, SparseLayout layout) const;
  /// On CUDA with NVIDIA's libraries, adds a row for each of their formats and makes the fastest
  /// the baseline of all rows; otherwise the baseline is the first row.
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
