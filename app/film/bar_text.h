#pragma once

#include <optional>
#include <string>

#include "app/readings.h"
#include "scenes/scene.h"
#include "sim/publish.h"

namespace limber {

/// The text of the bar below a scene's picture.
struct BarText {
  std::string title;                  ///< empty: there is no bar, only the caption
  std::string counts;                 ///< its size
  std::string backend;                ///< running it
  std::string cost;                   ///< of a step; empty while unknown
  std::string speedup;                ///< against one core; empty where that was not measured
  std::string caption;                ///< above the bar; empty: none
  std::optional<ScalarField> legend;  ///< of the colours
};

/// The solver that runs the scene, as text.
std::string backend_name(const Readings& now);
/// The same, with the parameters in which it differs from the other lanes.
std::string run_name(const Readings& now);

/// Removes what the labels of side-by-side solvers already show.
BarText without_solver(BarText text);

/// legend: the displayed field, or null.
BarText bar_text(const Scene& scene, const Readings& now, const std::string& caption,
                 const ScalarField* legend);

}  // namespace limber
