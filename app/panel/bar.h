#pragma once

#include <imgui.h>

#include "app/film/bar_text.h"
#include "app/panel/theme.h"

namespace limber {

/// Draws it between these corners' left and right, on the lower one; what is above the bar needs
/// room, too. The fonts' scale is that of the bar.
/// Returns how high what was drawn reaches.
float draw_bar(ImDrawList& draw, const Fonts& fonts, const BarText& text, ImVec2 low, ImVec2 high);

}  // namespace limber
