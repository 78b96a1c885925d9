#pragma once

#include "app/options.h"

namespace limber {

/// Runs a scene without a window: simulates, draws off-screen, records, measures.
/// Throws Error; whatever it began to write under a final name is then not there.
void run_headless(const Options& options);

}  // namespace limber
