#pragma once

#include <vector>

#include "app/bench/bench.h"
#include "app/bench/paper_matrices.h"
#include "kernels/exec.h"

namespace limber {

// The rows of `bench cg` for one matrix on one solver.

/// Time of an iteration with every method and layout of ours: beside the plain method with BIN-CSR,
/// and on CUDA beside NVIDIA's libraries with the format that is fastest there, where the program
/// has them. Throws Error(diverged) when solutions differ.
std::vector<BenchRow> cg_times(Exec& exec, const PaperMatrix& paper);

/// A ball of linear elements in cells so wide: the matrix of a step of it, and something to solve
/// for. threads: of the TBB solver, 0 for all.
PaperMatrix ball_of_linear_elements(double cell_m, int threads);

/// Time of a thousand iterations with the plain method and the merged one in BIN-BCSR, beside ours
/// of today and on CUDA NVIDIA's libraries, for one point of figure 6 of [Weber13]. Throws
/// Error(diverged) when one leaves much of the right side.
std::vector<BenchRow> cg_size_rows(Exec& exec, const PaperMatrix& matrix);

/// What is left of the residual after more and more iterations, in single and in double precision,
/// as in figure 7 of [Weber13].
std::vector<BenchRow> cg_residuals(const Exec& exec, const PaperMatrix& paper);

}  // namespace limber
