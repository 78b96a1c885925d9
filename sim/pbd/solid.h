#pragma once

#include "sim/pbd/model.h"
#include "sim/solid.h"

namespace limber {

/// Adds a solid as a body of its own: a particle a vertex, a stretch constraint an edge, a volume
/// constraint a tetrahedron [Fratarcangeli14, section 3.1].
void add_solid(PbdModel& model, const Solid& solid, const Placement& placement = {});

}  // namespace limber
