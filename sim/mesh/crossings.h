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

/// Whether two triangles have more points in common than the corners that lie at the same place and
/// the edge between two of these: so touching is crossing, and so is folding flat onto each other.
/// Exact, whatever their shape. A triangle with two corners at one place crosses nothing.
bool triangles_cross(const TriangleCorners& a, const TriangleCorners& b);

/// Whether the segment from p to q has a point in common with a triangle; exact.
bool segment_meets(const glm::vec3& p, const glm::vec3& q, const TriangleCorners& triangle);

/// A box for each triangle.
std::vector<Box> boxes_of(const TriangleMesh& mesh);

/// The pairs of crossing triangles of which at least one is among `some`; each pair once, the lower
/// index first, sorted. `tree` holds boxes_of(mesh). Stops looking soon after it has found
/// `enough`.
std::vector<std::pair<int, int>> crossings(
    const TriangleMesh& mesh, const BoxTree& tree, const std::vector<int>& some, Progress& progress,
    std::size_t enough = std::numeric_limits<std::size_t>::max());

}  // namespace limber
