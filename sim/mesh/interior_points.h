#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// About, and at most, `count` points inside a surface returned by closed_surface(), as input of a
/// mesher. They lie in layers at least 1.5 mean edge lengths below the surface, with spacing
/// increasing with depth. Fewer, or none, if the solid is too thin. Deterministic. Throws Cancelled
/// when progress does.
std::vector<glm::vec3> interior_points(const TriangleMesh& surface, int count, Progress& progress);

}  // namespace limber
