#pragma once

#include <vector>

#include "app/bench/bench.h"
#include "app/bench/paper_matrices.h"
#include "kernels/exec.h"

namespace limber {

// The rows of `bench cg` for one matrix on one solver.

/// Time per iteration of each of our methods and layouts, relative to the plain method with
/// BIN-CSR; on CUDA, relative to NVIDIA's libraries with their fastest format, where built in.
/// Throws Error(diverged) when solutions differ.
std::vector<BenchRow> cg_times(Exec& exec, const PaperMatrix& paper);

/// The system of one step of a ball of linear elements in cells of `cell_m`, with a right-hand
/// side. threads: number of TBB threads; 0 for all cores.
PaperMatrix ball_of_linear_elements(double cell_m, int threads);

/// Time of 1000 iterations with the plain and the merged method in BIN-BCSR, next to our default
/// method and, on CUDA, NVIDIA's libraries: one point of [Weber13, figure 6]. Throws
/// Error(diverged) when a residual stays large.
std::vector<BenchRow> cg_size_rows(Exec& exec, const PaperMatrix& matrix);

/// The residual against the number of iterations, in single and double precision, as in [Weber13,
/// figure 7].
std::vector<BenchRow> cg_residuals(const Exec& exec, const PaperMatrix& paper);

}  // namespace limber
