#pragma once

#include <string>

#include "app/panel/panel_context.h"

// Shared by the text-entry dialogs over the picture: they use no ImGui text field, so that the
// program's keys keep working.

namespace limber {

/// Begins a centred window in front of all others; end it with ImGui::End().
void begin_dialog(const char* id, const PanelContext& panel);

/// The typed text with a caret; the hint while it is empty.
void draw_typed_line(const std::string& typed, const char* hint, const PanelContext& panel);

/// Whether the user has clicked outside the current window.
bool clicked_beside();

}  // namespace limber
