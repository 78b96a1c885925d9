#pragma once

#include <optional>
#include <vector>

#include "app/bench/bench.h"
#include "app/display.h"
#include "scenes/scene.h"

namespace limber {

/// Columns of [Wang20, table 4] and of its figures 1 and 13: q on 28 cores of a Xeon W-3275, the
/// rest on an RTX 2080 Ti.
struct PaperRun {
  const char* scene;
  double q_ms;
  double tbb_frames_per_s, cuda_frames_per_s;
  std::optional<double> memory_MB{};  ///< GPU memory
};

/// The rows of `bench plants` for one scene, named after `paper`: steps, their memory, and frames
/// with and without drawing, on every available solver, and on the GPU again with q on the CPU.
/// threads: number of TBB threads; 0 for all cores. display: null where nothing can be drawn.
std::vector<BenchRow> plant_rows(const PaperRun& paper, const Scene& scene, int threads,
                                 Display* display);

}  // namespace limber
