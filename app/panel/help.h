#pragma once

#include "app/panel/panel_context.h"

namespace limber {

/// Shows all keys and mouse gestures over the picture. Returns false once the user has closed it.
bool draw_help(const PanelContext& panel);

}  // namespace limber
