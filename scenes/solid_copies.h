#pragma once

#include <functional>

#include "scenes/solid_table.h"
#include "sim/progress.h"
#include "sim/solid.h"

namespace limber {

/// Calls visit with each copy of a solid, in its colour, and where it is put. Throws Cancelled when
/// progress does.
void for_each_copy(const SolidTable& table, Solid solid, Progress& progress,
                   const std::function<void(const Solid&, const Placement&)>& visit);

}  // namespace limber
