#pragma once

#include "app/panel/panel_context.h"

namespace limber {

/// While steps take longer than what they simulate: how far the scene is behind real time, and that
/// the step goes on. left, right, top: the free part of the screen.
void draw_slow_badge(const PanelContext& panel, float left, float right, float top);

}  // namespace limber
