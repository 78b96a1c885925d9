#pragma once

#include "sim/piles/body_state.h"
#include "sim/piles/piles_model.h"
#include "sim/publish.h"

namespace limber {

/// What is drawn of a pile. Its vertices are one pose per body, then the centre of each sphere,
/// then one vertex per possible hold.
DrawList draw_list_of(const PilesModel& model, const BodyState& start);

}  // namespace limber
