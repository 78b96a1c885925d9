// Time of an iteration of conjugate gradients with the matrices of Weber et al. (2013), table 1:
// their plain method with a kernel for each operation, their merged one, and a persistent kernel.

#include <fmt/format.h>

#include "app/bench/bench.h"
#include "app/bench/paper_matrices.h"
#include "app/bench/time_calls.h"
#include "kernels/error.h"
#include "sim/sparse/conjugate_gradient.h"

namespace limber {

namespace {

constexpr int iterations = 30;  // what 001 does a step

BenchRow time_solve(Exec& exec, const PaperMatrix& paper, const std::vector<float>& values,
                    SparseLayout layout, CgMethod method) {
  SparseMatrix<float> matrix(exec, paper.pattern, 3, layout);
  matrix.upload(exec, paper.pattern, values);
  ConjugateGradient<float, 3> solver(exec, matrix, iterations);
  std::vector<float> right(matrix.dimension());
  for (int i = 0; i < matrix.dimension(); ++i) right[i] = static_cast<float>(i % 17) - 8.0f;
  const Buffer<float> b(exec, right);
  Buffer<float> x(exec, b.size());
  const CgSettings settings{.method = method, .iterations = iterations, .warm_start = false};
  const int calls = exec.solver() == Solver::cuda ? 5 : 1;
  const MedianAndP95 seconds = seconds_a_call(
      exec, calls, [&] { solver.solve(exec, matrix, b.view(), x.view(), settings); });
  const CgEntry outcome = solver.outcome(exec);
  if (outcome.iterations != iterations)
    throw Error(ExitCode::diverged,
                fmt::format("{}: {} of {} iterations", paper.name, outcome.iterations, iterations));
  return {.name = fmt::format("{}, {} {}", paper.name, name_of(solver.method()), name_of(layout)),
          .solver = std::string(name_of(exec.solver())),
          .metric = "us_per_iteration",
          .unit = "us",
          .value = 1e6 * seconds.median / iterations,
          .p95 = 1e6 * seconds.p95 / iterations};
}

}  // namespace

BenchTable bench_cg(int threads) {
  BenchTable table{"cg",
                   "conjugate gradients, 30 iterations with their start, by the iteration; plain "
                   "with BIN-CSR is the baseline",
                   {}};
  for (const PaperMatrix& paper : paper_matrices()) {
    const std::vector<float> values = spring_values(paper.pattern);
    for (const Solver solver : all_solvers) {
      if (solver == Solver::cuda && !device::info().usable) continue;
      Exec exec(solver, threads);
      std::optional<double> plain;
      for (const CgMethod method : all_cg_methods) {
        if (method == CgMethod::persistent && solver != Solver::cuda) continue;
        for (const SparseLayout layout : all_sparse_layouts) {
          BenchRow row = time_solve(exec, paper, values, layout, method);
          if (!plain) plain = row.value;
          row.baseline = "plain BIN-CSR";
          row.baseline_value = plain;
          row.ratio = *plain / row.value;
          table.rows.push_back(row);
        }
      }
    }
  }
  return table;
}

}  // namespace limber
