#pragma once

#include "scenes/builders.h"
#include "scenes/solid_table.h"
#include "sim/solid.h"

namespace limber {

/// Makes the surface of a [[solid]] and fills it with tetrahedra. reader: of the table, which is
/// blamed by file and line for what cannot be made. Throws Error(bad_input), and Cancelled when
/// progress does.
Solid make_solid(const SolidTable& table, TableReader& reader, const Opening& opening);

}  // namespace limber
