#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/lattice_mesher.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The connected piece of the surface that a ray from `inside_m`, which must lie inside, along +x
/// hits first: closed, manifold and facing outward, with about 6.5 vertices per square of `cell_m`.
/// Visits only cells near the surface, so cells may be far smaller than in polygonise(), but other
/// pieces are not found. Triangles are well-shaped if the curvature within a cell is small. Throws
/// Error(bad_input) if inside_m is outside or the ray hits nothing within 1,000,000 cells.
TriangleMesh track_surface(const DistanceFunction& distance, glm::vec3 inside_m, float cell_m);

}  // namespace limber
