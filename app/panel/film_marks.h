#pragma once

#include "app/panel/desk.h"

namespace limber {

// What the screen shows for films and never is in them. right, top: where panels end.

/// That a film is being recorded, and how long and large it is.
void draw_recording_badge(const Desk& desk, float right, float top);
/// The part of the window that a film shows.
void draw_frame_guide(const Desk& desk);

}  // namespace limber
