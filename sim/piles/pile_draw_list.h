#pragma once

#include "sim/piles/body_state.h"
#include "sim/piles/piles_model.h"
#include "sim/publish.h"

namespace limber {

/// What is seen of a pile. Its vertices are a pose a body, the centre of every sphere, and each
/// point that can be held.
DrawList draw_list_of(const PilesModel& model, const BodyState& start);

}  // namespace limber
