#pragma once

#include <optional>
#include <vector>

#include "app/bench/bench.h"
#include "app/display.h"
#include "scenes/scene.h"

namespace limber {

/// Columns of table 4 of [Wang20], and of its figures 1 and 13: on 28 cores of a Xeon W-3275, with
/// an RTX 2080 Ti for what is not q.
struct PaperRun {
  const char* scene;
  double q_ms;
  double tbb_frames_per_s, cuda_frames_per_s;
  std::optional<double> memory_MB{};  ///< of the GPU
};

/// The rows of `bench plants` for one scene, named after `paper`: steps, what they hold in memory,
/// frames without a picture and drawn ones, on every solver that is there, and on the GPU once more
/// with q on the processor. threads: of the TBB solver, 0 for all. display: null where nothing can
/// be drawn.
std::vector<BenchRow> plant_rows(const PaperRun& paper, const Scene& scene, int threads,
                                 Display* display);

}  // namespace limber
