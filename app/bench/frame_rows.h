#pragma once

#include <vector>

#include "app/bench/bench.h"
#include "app/display.h"
#include "scenes/scene.h"

namespace limber {

/// The rows of `bench frames` for one scene, from its state after a second: frames of 1/60 s per
/// second, simulated and drawn, and pictures per second while nothing moves. threads: number of TBB
/// threads; 0 for all cores.
std::vector<BenchRow> frame_rows(const Scene& scene, Backend backend, int threads, Display& display,
                                 glm::ivec2 size_px);

}  // namespace limber
