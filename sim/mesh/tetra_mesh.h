#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// A solid of tetrahedra (a, b, c, d) with dot(cross(b - a, c - a), d - a) > 0.
struct TetraMesh {
  std::vector<glm::vec3> positions_m;
  std::vector<glm::ivec4> tetrahedra;
};

/// Volume of the tetrahedron a, b, c, d; negative if it is inverted.
double signed_volume_m3(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c,
                        const glm::vec3& d);

double volume_m3(const TetraMesh& mesh);

/// The faces of only one tetrahedron, counter-clockwise seen from outside, in the order of their
/// tetrahedra.
std::vector<glm::uvec3> boundary_of(const std::vector<glm::ivec4>& tetrahedra);

/// Every edge once, in order of first appearance.
std::vector<glm::ivec2> edges_of(const std::vector<glm::ivec4>& tetrahedra);

}  // namespace limber
