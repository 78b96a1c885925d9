// Milliseconds per step and per stage of finite elements, compared with [Weber13, table 3]:
// fem/linear corresponds to Pensatore, and fem/quadratic to Armadillo. The preconditioner is the
// paper's.

#include "app/bench/bench.h"
#include "app/bench/solved_steps.h"

namespace limber {

BenchTable bench_fem(int threads) {
  BenchTable table{"fem",
                   "milliseconds per step with 30 iterations of conjugate gradients, and per "
                   "stage, without drawing",
                   {}};
  const std::vector<std::string> settings{"cg_iterations=30", "preconditioner=jacobi"};
  for (const SolvedScene& timed : {SolvedScene{"fem/linear", 713, 33, settings},
                                   SolvedScene{"fem/quadratic", 1009, 75, settings},
                                   SolvedScene{"fem/bunny-quadratic", {}, {}, settings},
                                   SolvedScene{"fem/cloth", {}, {}, settings}}) {
    add_solved_scene(table, timed, threads);
    add_solver_methods(table, timed);
  }
  return table;
}

}  // namespace limber
