#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// At most and about `count` points inside of a surface that closed_surface() returned, for a
/// mesher to start from. All lie at least one and a half mean edge lengths below the surface, and
/// the deeper the farther apart, in layers. Fewer, down to none, where the solid is too thin for so
/// many. Always the same for the same surface. Throws Cancelled when progress does.
std::vector<glm::vec3> interior_points(const TriangleMesh& surface, int count, Progress& progress);

}  // namespace limber
