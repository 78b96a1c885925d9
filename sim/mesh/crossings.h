#pragma once

#include <array>
#include <glm/glm.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "sim/mesh/box_tree.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

using TriangleCorners = std::array<glm::vec3, 3>;

/// Whether two triangles have common points other than coinciding corners and the edge between two
/// of these: touching counts, and so does folding flat onto each other. Exact for any shape. A
/// triangle with two coinciding corners crosses nothing.
bool triangles_cross(const TriangleCorners& a, const TriangleCorners& b);

/// Whether the segment from p to q intersects or touches a triangle; exact.
bool segment_meets(const glm::vec3& p, const glm::vec3& q, const TriangleCorners& triangle);

/// A box for each triangle.
std::vector<Box> boxes_of(const TriangleMesh& mesh);

/// The pairs of crossing triangles with at least one of them in `some`; each pair once, the lower
/// index first, sorted. `tree` must be that of boxes_of(mesh). Stops soon after finding `enough`.
std::vector<std::pair<int, int>> crossings(
    const TriangleMesh& mesh, const BoxTree& tree, const std::vector<int>& some, Progress& progress,
    std::size_t enough = std::numeric_limits<std::size_t>::max());

}  // namespace limber
