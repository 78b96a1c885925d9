#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "app/display.h"
#include "app/session.h"
#include "scenes/scene.h"

namespace limber {

/// A scene of [Harada07, section 29.2.9], on a GeForce 8800 GTX.
struct PaperPile {
  std::string scene;
  double steps_per_s;
  std::optional<double> drawn_steps_per_s{};  ///< with every step drawn, where given
};

/// The rows of `bench piles` for one scene, named after `paper`: steps on every available solver
/// from the state after two seconds, contacts and stages, on the GPU also at rest; and on the
/// fastest backend with every step drawn, where the paper has that. threads: number of TBB threads;
/// 0 for all cores. display: null where nothing can be drawn.
std::vector<BenchRow> pile_rows(const PaperPile& paper, const Scene& scene, int threads,
                                Display* display);

/// The last of these rows: every step drawn, from the current state.
BenchRow drawn_pile_row(const PaperPile& paper, Session& session, Display& display);

}  // namespace limber
