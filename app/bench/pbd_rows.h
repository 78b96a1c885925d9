#pragma once

#include <vector>

#include "app/bench/bench.h"

namespace limber {

/// [Fratarcangeli13, figure 5]: the step in which the ground has deformed the falling cubes of
/// volume/cube, while they are still identical: each method's residual against iterations and time,
/// on the fastest backend.
std::vector<BenchRow> cube_rows(int threads);

}  // namespace limber
