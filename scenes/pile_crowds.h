#pragma once

#include <vector>

#include "scenes/builders.h"
#include "scenes/pile_table.h"
#include "sim/piles/piles_model.h"

namespace limber {

/// Refuses bodies that begin so deep within each other that steps take as long as their number
/// squared. first_bodies: of each table, the last of which that a crowd is of is blamed.
void check_crowds(const PilesModel& model, const std::vector<int>& first_bodies,
                  const std::vector<Read<PileTable>>& piles);

}  // namespace limber
