#pragma once

namespace limber {

/// Prints one line per feature: whether it works on this machine, and if not, why and what to do.
void run_doctor();

}  // namespace limber
