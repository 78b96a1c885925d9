#pragma once

#include "app/options.h"

namespace limber {

/// Opens a window and shows the scene until the window is closed or --frames are over. Then writes
/// the requested screenshot, video and statistics.
///
/// The simulation runs in its own thread: the window stays responsive while a step takes seconds.
/// Real time drives simulated time, but a frame advances at most 1/30 s: on a slow machine, motion
/// is slow but not jerky. A recorded video contains every simulated frame exactly once. --frames
/// counts simulated frames that were shown. Throws Error: unavailable without a display or the
/// requested solver, bad_input for the scene, diverged at the end of --frames.
void run_window(const Options& options);

}  // namespace limber
