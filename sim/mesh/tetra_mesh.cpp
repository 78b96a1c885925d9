#include "sim/mesh/tetra_mesh.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_set>

namespace limber {

namespace {

/// Faces of a tetrahedron, counter-clockwise seen from outside.
constexpr int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
constexpr int pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

}  // namespace

double signed_volume_m3(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c,
                        const glm::vec3& d) {
  const glm::dvec3 origin(a);
  return glm::dot(glm::cross(glm::dvec3(b) - origin, glm::dvec3(c) - origin),
                  glm::dvec3(d) - origin) /
         6.0;
}

double volume_m3(const TetraMesh& mesh) {
  double sum = 0.0;
  for (const glm::ivec4& t : mesh.tetrahedra)
    sum += signed_volume_m3(mesh.positions_m[t.x], mesh.positions_m[t.y], mesh.positions_m[t.z],
                            mesh.positions_m[t.w]);
  return sum;
}

std::vector<glm::uvec3> boundary_of(const std::vector<glm::ivec4>& tetrahedra) {
  struct Face {
    std::array<int, 3> corners;  // sorted, so that they are equal for both tetrahedra
    std::size_t at;              // 4 * tetrahedron + face
  };
  std::vector<Face> all;
  all.reserve(4 * tetrahedra.size());
  for (const glm::ivec4& t : tetrahedra) {
    for (const auto& face : faces) {
      std::array<int, 3> corners{t[face[0]], t[face[1]], t[face[2]]};
      std::sort(corners.begin(), corners.end());
      all.push_back({corners, all.size()});
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Face& a, const Face& b) { return a.corners < b.corners; });
  std::vector<std::size_t> single;
  for (std::size_t i = 0; i < all.size(); ++i)
    if ((i == 0 || all[i - 1].corners != all[i].corners) &&
        (i + 1 == all.size() || all[i + 1].corners != all[i].corners))
      single.push_back(all[i].at);
  std::sort(single.begin(), single.end());
  std::vector<glm::uvec3> boundary;
  for (const std::size_t at : single) {
    const glm::ivec4& t = tetrahedra[at / 4];
    const auto& face = faces[at % 4];
    boundary.emplace_back(t[face[0]], t[face[1]], t[face[2]]);
  }
  return boundary;
}

std::vector<glm::ivec2> edges_of(const std::vector<glm::ivec4>& tetrahedra) {
  std::unordered_set<std::uint64_t> seen;
  seen.reserve(tetrahedra.size() * 2);
  std::vector<glm::ivec2> edges;
  for (const glm::ivec4& t : tetrahedra) {
    for (const auto& pair : pairs) {
      const int low = std::min(t[pair[0]], t[pair[1]]), high = std::max(t[pair[0]], t[pair[1]]);
      if (seen.insert(static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high))
              .second)
        edges.emplace_back(low, high);
    }
  }
  return edges;
}

}  // namespace limber
