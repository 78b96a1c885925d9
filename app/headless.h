#pragma once

#include "app/options.h"

namespace limber {

/// Runs a scene without a window: simulates, draws off-screen, records, measures. Throws Error;
/// then no partial file is left under a final name.
void run_headless(const Options& options);

}  // namespace limber
