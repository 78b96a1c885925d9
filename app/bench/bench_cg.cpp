// Conjugate gradients with the matrices of Weber et al. (2013), table 1.

#include "app/bench/bench.h"
#include "app/bench/cg_rows.h"

namespace limber {

BenchTable bench_cg(int threads) {
  BenchTable table{
      "cg", "conjugate gradients, 30 iterations with their start, by the iteration", {}};
  const auto add = [&](const std::vector<BenchRow>& rows) {
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  };
  for (const PaperMatrix& paper : paper_matrices()) {
    for (const Solver solver : all_solvers) {
      if (solver == Solver::cuda && !device::info().usable) continue;
      Exec exec(solver, threads);
      add(cg_times(exec, paper));
    }
  }
  return table;
}

}  // namespace limber
