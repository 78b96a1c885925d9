// Milliseconds a step of finite elements, and of its stages, beside [Weber13, table 3]: there
// fem/linear is Pensatore, and fem/quadratic Armadillo.

#include "app/bench/bench.h"
#include "app/bench/solved_steps.h"

namespace limber {

BenchTable bench_fem(int threads) {
  BenchTable table{"fem",
                   "milliseconds a step with 30 iterations of conjugate gradients, and of its "
                   "stages; drawing is not in any of them",
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
