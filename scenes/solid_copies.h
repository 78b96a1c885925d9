#pragma once

#include <functional>
#include <string>

#include "scenes/solid_table.h"
#include "sim/progress.h"
#include "sim/solid.h"

namespace limber {

/// Calls visit with each copy of a solid, in its colour, and where it is put. Throws Cancelled when
/// progress does.
void for_each_copy(const SolidTable& table, Solid solid, Progress& progress,
                   const std::function<void(const Solid&, const Placement&)>& visit);

/// check_crowds() of the copies before they are made. name: of a copy.
void check_crowd_of_copies(const SolidTable& table, const Solid& solid, float contact_distance_m,
                           const std::function<std::string(int)>& name, Progress& progress);

}  // namespace limber
