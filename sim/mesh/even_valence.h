#pragma once

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Turns edges until no vertex has many more of them than 6: what the solver does at once is
/// bounded by the busiest vertex. Vertices stay where they are, and edges turn only where the
/// surface is nearly flat, so its shape stays. `mesh` is as closed_surface() returns it, and so is
/// the result. Throws Cancelled when progress does.
TriangleMesh even_valence(TriangleMesh mesh, Progress& progress);

}  // namespace limber
