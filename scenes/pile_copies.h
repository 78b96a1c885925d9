#pragma once

#include "scenes/builders.h"
#include "scenes/pile_table.h"
#include "sim/piles/piles_model.h"

namespace limber {

/// Adds the copies of a [[pile]] to the model in the order of their places, which has to be sorted
/// by kind afterwards. reader: of the table, which is blamed by file and line for what cannot be
/// made.
void add_pile(const PileTable& table, const TableReader& reader, const Opening& opening,
              PilesModel& model);

}  // namespace limber
