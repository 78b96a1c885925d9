#pragma once

#include <optional>
#include <string>

#include "app/readings.h"
#include "scenes/scene.h"
#include "sim/publish.h"

namespace limber {

/// The text below the picture of a scene.
struct BarText {
  std::string title;                  ///< empty: there is no bar, only the caption
  std::string counts;                 ///< how large it is
  std::string solver;                 ///< that runs it
  std::string cost;                   ///< of a step; empty while unknown
  std::string speedup;                ///< against one core; empty where that was not measured
  std::string caption;                ///< above the bar; empty: none
  std::optional<ScalarField> legend;  ///< of what the colours show
};

/// What runs the scene, in words.
std::string solver_name(const Readings& now);
/// The same, and by which parameters it differs from what runs beside it.
std::string run_name(const Readings& now);

/// Without what the labels of several solvers side by side say.
BarText without_solver(BarText text);

/// legend: the field that is shown, or null.
BarText bar_text(const Scene& scene, const Readings& now, const std::string& caption,
                 const ScalarField* legend);

}  // namespace limber
