#pragma once

#include <imgui.h>

#include "app/film/bar_text.h"
#include "app/panel/theme.h"

namespace limber {

/// Draws the bar at the bottom of this rectangle; the caption above it needs room, too. The bar
/// scales with the fonts. Returns the top edge of what was drawn.
float draw_bar(ImDrawList& draw, const Fonts& fonts, const BarText& text, ImVec2 low, ImVec2 high);

}  // namespace limber
