// Milliseconds per step and per stage of finite elements, compared with [Weber13, table 3]:
// fem/linear corresponds to Pensatore, and fem/quadratic to Armadillo.

#include "app/bench/bench.h"
#include "app/bench/solved_steps.h"

namespace limber {

BenchTable bench_fem(int threads) {
  BenchTable table{"fem",
                   "milliseconds per step with 30 iterations of conjugate gradients, and per "
                   "stage, without drawing",
                   {}};
  for (const SolvedScene& timed :
       {SolvedScene{"fem/linear", 713, 33}, SolvedScene{"fem/quadratic", 1009, 75},
        SolvedScene{"fem/bunny-quadratic", {}, {}}, SolvedScene{"fem/cloth", {}, {}}}) {
    add_solved_scene(table, timed, threads);
    add_solver_methods(table, timed);
  }
  return table;
}

}  // namespace limber
