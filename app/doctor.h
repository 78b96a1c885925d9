#pragma once

namespace limber {

/// Prints what works here, what does not, why, and what to do; a line each.
void run_doctor();

}  // namespace limber
