#pragma once

#include <string>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The convex hull of points: closed, facing outward, with the points that are its corners in their
/// order. Points that are nearer to its faces than a millionth of its size are not. Throws
/// Error(bad_input) where they are fewer than four, or all lie in a plane. name: of what they are.
TriangleMesh convex_hull(const std::vector<glm::vec3>& points_m, const std::string& name);

}  // namespace limber
