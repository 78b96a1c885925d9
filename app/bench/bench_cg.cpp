// Conjugate gradients with the matrices of [Weber13, table 1].

#include "app/bench/bench.h"
#include "app/bench/cg_rows.h"

namespace limber {

namespace {

/// The matrices whose residuals are shown: the one of the paper's figure, and one of linear
/// elements.
bool has_curve(const PaperMatrix& paper) {
  return paper.name == "Armadillo" || paper.name == "Pensatore";
}

/// Cell widths, giving 1e5 to 2e7 non-zeros.
constexpr double cells_m[]{0.12, 0.08, 0.055, 0.038, 0.026, 0.018};
constexpr double finest_without_gpu_m = 0.05;

}  // namespace

BenchTable bench_cg(int threads) {
  BenchTable table{"cg",
                   "conjugate gradients: time per iteration, the mean of 30 including their setup; "
                   "the residual |b - A x| relative to |b|, both in the preconditioner's norm; and "
                   "a thousand iterations by number of non-zeros",
                   {}};
  const auto add = [&](const std::vector<BenchRow>& rows) {
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  };
  for (const PaperMatrix& paper : paper_matrices(threads)) {
    for (const Backend backend : all_backends) {
      if (backend == Backend::cuda && !device::info().usable) continue;
      Exec exec(backend, threads);
      add(cg_times(exec, paper));
      if (has_curve(paper)) add(cg_residuals(exec, paper));
    }
  }
  Exec best(best_backend(), threads);
  for (const double cell_m : cells_m)
    if (device::info().usable || cell_m > finest_without_gpu_m)
      add(cg_size_rows(best, ball_of_linear_elements(cell_m, threads)));
  return table;
}

}  // namespace limber
