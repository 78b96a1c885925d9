#include "sim/mesh/welding.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace limber {

std::vector<unsigned> first_at_same_place(const std::vector<glm::vec3>& positions_m) {
  std::vector<unsigned> order(positions_m.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](unsigned i, unsigned j) {
    const glm::vec3 &a = positions_m[i], &b = positions_m[j];
    return std::tie(a.x, a.y, a.z, i) < std::tie(b.x, b.y, b.z, j);
  });
  std::vector<unsigned> first(positions_m.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && positions_m[order[i]] == positions_m[order[i - 1]]
                          ? first[order[i - 1]]
                          : order[i];
  return first;
}

void drop_unused(TriangleMesh& mesh) {
  constexpr unsigned unused = std::numeric_limits<unsigned>::max();
  std::vector<unsigned> renumbered(mesh.positions_m.size(), unused);
  for (const glm::uvec3& triangle : mesh.triangles)
    for (int k = 0; k < 3; ++k) renumbered[triangle[k]] = 0;
  unsigned kept = 0;
  for (std::size_t i = 0; i < renumbered.size(); ++i) {
    if (renumbered[i] == unused) continue;
    mesh.positions_m[kept] = mesh.positions_m[i];
    renumbered[i] = kept++;
  }
  mesh.positions_m.resize(kept);
  for (glm::uvec3& triangle : mesh.triangles)
    for (int k = 0; k < 3; ++k) triangle[k] = renumbered[triangle[k]];
}

}  // namespace limber
