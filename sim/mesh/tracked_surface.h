#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/lattice_mesher.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The piece of the surface around `inside_m`, which lies inside, that a way along +x meets first:
/// closed, manifold and facing outward, with about 6.5 vertices for a square of `cell_m`. Only
/// cells near the surface are looked at, so it may be far finer than polygonise() allows, but other
/// pieces are not found. Triangles are even where the surface turns little within a cell. Throws
/// Error(bad_input) where inside_m is outside, or the way does not end within 1,000,000 cells.
TriangleMesh track_surface(const DistanceFunction& distance, glm::vec3 inside_m, float cell_m);

}  // namespace limber
