#pragma once

#include "app/panel/panel_context.h"

namespace limber {

/// All keys and what the mouse does, over the picture. Returns false once it was clicked away.
bool draw_help(const PanelContext& panel);

}  // namespace limber
