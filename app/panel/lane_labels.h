#pragma once

#include <imgui.h>

#include <span>
#include <vector>

#include "app/film/bar_text.h"
#include "app/panel/theme.h"
#include "app/readings.h"

namespace limber {

/// Labels of scenes that run side by side, the window's first: the backend and its speedup over the
/// slowest.
std::vector<BarText> lane_texts(const Scene& scene, const std::vector<const Readings*>& lanes);

/// Draws the labels over equal columns of this rectangle, with separators. Returns their lower
/// edge.
float draw_lane_labels(ImDrawList& draw, const Fonts& fonts, std::span<const BarText> lanes,
                       ImVec2 low, ImVec2 high);

}  // namespace limber
