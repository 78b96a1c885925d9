#pragma once

#include "app/panel/panel_context.h"

namespace limber {

// What the screen shows for films and never is in them. right, top: where panels end.

/// That a film is being recorded, and how long and large it is.
void draw_recording_badge(const PanelContext& panel, float right, float top);
/// The part of the window that a film shows.
void draw_frame_guide(const PanelContext& panel);

}  // namespace limber
