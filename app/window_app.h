#pragma once

#include "app/options.h"

namespace limber {

/// Opens a window and shows the scene until the window is closed or --frames are over. Then writes
/// the screenshot, the video and the statistics that were asked for.
///
/// The simulation runs in a thread of its own: the window answers while a step takes seconds. Real
/// time drives simulated time, but no frame shows more than a thirtieth of a second: on a slow
/// machine things move slowly and do not jump. While a video is recorded it has every simulated
/// frame exactly once. --frames counts simulated frames that were shown.
/// Throws Error: unavailable without a display or the solver that was asked for, bad_input for the
/// scene, diverged at the end of --frames.
void run_window(const Options& options);

}  // namespace limber
