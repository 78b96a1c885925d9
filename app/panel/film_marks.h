#pragma once

#include "app/panel/panel_context.h"

namespace limber {

// Screen overlays about films, never part of them. right, top: the edges of the panels.

/// Shows that a film is being recorded, its length and size.
void draw_recording_badge(const PanelContext& panel, float right, float top);
/// The part of the window that a film shows.
void draw_frame_guide(const PanelContext& panel);

}  // namespace limber
