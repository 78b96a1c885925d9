#pragma once

#include "app/panel/panel_context.h"

namespace limber {

/// Shown while the simulation is slower than real time: how far it is behind, and that the step is
/// still running. left, right, top: the free part of the screen.
void draw_slow_badge(const PanelContext& panel, float left, float right, float top);

}  // namespace limber
