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
  std::optional<double> drawn_steps_per_s{};  ///< with a picture of every step, where it says so
};

/// The rows of `bench piles` for one scene, named after `paper`: steps on every solver that is
/// there from the state after two seconds, contacts and stages, on the GPU also when all is at
/// rest; and on the fastest solver steps of which each is drawn, where the paper has them.
/// threads: of the TBB solver, 0 for all. display: null where nothing can be drawn.
std::vector<BenchRow> pile_rows(const PaperPile& paper, const Scene& scene, int threads,
                                Display* display);

/// The last one of these: a picture of every step, from the state that is there.
BenchRow drawn_pile_row(const PaperPile& paper, Session& session, Display& display);

}  // namespace limber
