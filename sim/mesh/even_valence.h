#pragma once

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Flips edges until no vertex has many more than 6: the max. valence limits the parallelism of the
/// solver. Vertices do not move, and edges are flipped only where the surface is nearly flat, which
/// preserves its shape. `mesh` must be as returned by closed_surface(), and so is the result.
/// Throws Cancelled when progress does.
TriangleMesh even_valence(TriangleMesh mesh, Progress& progress);

}  // namespace limber
