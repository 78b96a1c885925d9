#pragma once

#include <glm/glm.hpp>
#include <span>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The surface around particles that lie about spacing_m apart where there are many: closed, facing
/// outward, half a spacing outside of the outermost ones where they make up a plane. A particle by
/// itself becomes a small ball. Of places that are not finite or further than half a million
/// spacings apart it throws Error(diverged). threads: 0 for all cores; the result is the same.
///
/// The distance from a mean of the places around (Zhu and Bridson, "Animating Sand as a Fluid",
/// 2005), cut by marching tetrahedra: six to a cell half a spacing wide (Kuhn's), so that faces
/// match from cell to cell without a table.
TriangleMesh particle_surface(std::span<const glm::vec3> places_m, float spacing_m,
                              int threads = 0);

}  // namespace limber
