// Conjugate gradients with the matrices of Weber et al. (2013), table 1.

#include "app/bench/bench.h"
#include "app/bench/cg_rows.h"

namespace limber {

namespace {

/// Those whose residuals are shown: that of the paper's figure, and one of linear elements.
bool has_curve(const PaperMatrix& paper) {
  return paper.name == "Armadillo" || paper.name == "Pensatore";
}

}  // namespace

BenchTable bench_cg(int threads) {
  BenchTable table{"cg",
                   "conjugate gradients, 30 iterations with their start, by the iteration; and the "
                   "residual |b - A x| as a share of |b|, both in the preconditioner's norm",
                   {}};
  const auto add = [&](const std::vector<BenchRow>& rows) {
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  };
  for (const PaperMatrix& paper : paper_matrices()) {
    for (const Solver solver : all_solvers) {
      if (solver == Solver::cuda && !device::info().usable) continue;
      Exec exec(solver, threads);
      add(cg_times(exec, paper));
      if (has_curve(paper)) add(cg_residuals(exec, paper));
    }
  }
  return table;
}

}  // namespace limber
