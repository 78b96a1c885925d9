#pragma once

#include "scenes/builders.h"
#include "scenes/table_reader.h"
#include "sim/piles/piles_model.h"

namespace limber {

/// Reads a [[pile]] table: a shape, the spheres it is made of, and where its copies start; adds
/// them to the model, which has to be sorted by kind afterwards.
void read_pile(TableReader& table, const Opening& opening, PilesModel& model);

}  // namespace limber
