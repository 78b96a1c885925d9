#pragma once

#include <imgui.h>

#include <span>
#include <vector>

#include "app/film/bar_text.h"
#include "app/panel/theme.h"
#include "app/readings.h"

namespace limber {

/// Of scenes that run side by side, the window's first: the backend of each, and how many times
/// faster than the slowest.
std::vector<BarText> lane_texts(const Scene& scene, const std::vector<const Readings*>& lanes);

/// Draws them over equal columns between these corners, with lines between these.
/// Returns where they end below.
float draw_lane_labels(ImDrawList& draw, const Fonts& fonts, std::span<const BarText> lanes,
                       ImVec2 low, ImVec2 high);

}  // namespace limber
