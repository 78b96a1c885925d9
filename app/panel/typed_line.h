#pragma once

#include <string>

#include "app/panel/panel_context.h"

// What the dialogs that open over the picture and are typed into have in common: they have no text
// field of Dear ImGui's, so that the keys stay those of the program.

namespace limber {

/// Begins a window in the middle, in front of all others; ImGui::End() ends it.
void begin_dialog(const char* id, const PanelContext& panel);

/// What was typed, with a caret behind it; while there is nothing, the hint.
void draw_typed_line(const std::string& typed, const char* hint, const PanelContext& panel);

/// Whether a click was beside the window that is being drawn.
bool clicked_beside();

}  // namespace limber
