#pragma once

#include "sim/pbd/model.h"
#include "sim/solid.h"

namespace limber {

/// Adds a solid as a separate body: one particle per vertex, one stretch constraint per edge, one
/// volume constraint per tetrahedron [Fratarcangeli14, section 3.1].
void add_solid(PbdModel& model, const Solid& solid, const Placement& placement = {});

}  // namespace limber
