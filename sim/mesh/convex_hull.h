#pragma once

#include <string>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The convex hull of points: closed, facing outward, its vertices in the order of the points.
/// Points closer to a face than a millionth of the size are not vertices. name: for messages.
/// Throws Error(bad_input) for fewer than four points, points in a plane, or more than 20,000
/// triangles.
TriangleMesh convex_hull(const std::vector<glm::vec3>& points_m, const std::string& name);

}  // namespace limber
