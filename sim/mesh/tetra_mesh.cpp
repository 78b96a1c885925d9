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
  // Faces with the same lowest corner are few: compare those only.
  struct Face {
    int middle, high;  ///< its other corners
    int index;         ///< 4 * tetrahedron + face
  };
  const auto corner = [&](std::size_t face, int k) {
    return tetrahedra[face / 4][faces[face % 4][k]];
  };
  const std::size_t count = 4 * tetrahedra.size();
  int vertices = 0;
  for (const glm::ivec4& t : tetrahedra) vertices = std::max({vertices, t.x, t.y, t.z, t.w});
  std::vector<int> first(vertices + 2, 0);
  for (std::size_t f = 0; f < count; ++f)
    ++first[std::min({corner(f, 0), corner(f, 1), corner(f, 2)}) + 1];
  for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
  std::vector<Face> sorted(count);
  std::vector<int> next(first.begin(), first.end() - 1);
  for (std::size_t f = 0; f < count; ++f) {
    std::array<int, 3> c{corner(f, 0), corner(f, 1), corner(f, 2)};
    std::sort(c.begin(), c.end());
    sorted[next[c[0]]++] = {c[1], c[2], static_cast<int>(f)};
  }
  std::vector<bool> outer(count, true);
  for (std::size_t v = 0; v + 1 < first.size(); ++v) {
    for (int i = first[v]; i < first[v + 1]; ++i) {
      for (int j = i + 1; j < first[v + 1]; ++j) {
        if (sorted[i].middle != sorted[j].middle || sorted[i].high != sorted[j].high) continue;
        outer[sorted[i].index] = outer[sorted[j].index] = false;
      }
    }
  }
  std::vector<glm::uvec3> boundary;
  for (std::size_t f = 0; f < count; ++f)
    if (outer[f]) boundary.emplace_back(corner(f, 0), corner(f, 1), corner(f, 2));
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
