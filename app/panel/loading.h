#pragma once

#include "app/panel/panel_context.h"

namespace limber {

/// While a scene takes its time to open: what is being done, how far it is, and a way out. What
/// runs goes on beneath it.
void draw_loading(const PanelContext& panel);

}  // namespace limber
