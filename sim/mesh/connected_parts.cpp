#include "sim/mesh/connected_parts.h"

#include <span>

#include "sim/mesh/joined.h"
#include "sim/mesh/topology.h"
#include "sim/mesh/welding.h"

namespace limber {

std::vector<TriangleMesh> connected_parts(const TriangleMesh& mesh) {
  const std::vector<unsigned> first = first_at_same_place(mesh.positions_m);
  std::vector<glm::uvec3> welded;
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::uvec3 w(first[t.x], first[t.y], first[t.z]);
    if (w.x != w.y && w.y != w.z && w.z != w.x) welded.push_back(w);
  }
  Joined joined(welded.size());
  each_edge(edge_uses(welded), [&](std::span<const EdgeUse> uses) {
    for (const EdgeUse& use : uses) joined.join(uses[0].side / 3, use.side / 3);
  });
  std::vector<TriangleMesh> parts;
  std::vector<std::size_t> part_of(welded.size());
  for (std::size_t i = 0; i < welded.size(); ++i) {
    const std::size_t its = joined.root(static_cast<unsigned>(i));
    if (its == i) {
      part_of[i] = parts.size();
      parts.emplace_back();
    }
    parts[part_of[its]].triangles.push_back(welded[i]);
  }
  // Each part gets the vertices that it uses, in order of first use.
  std::vector<unsigned> renamed(mesh.positions_m.size());
  std::vector<const TriangleMesh*> owner(mesh.positions_m.size(), nullptr);
  for (TriangleMesh& part : parts)
    for (glm::uvec3& t : part.triangles)
      for (int k = 0; k < 3; ++k) {
        const unsigned vertex = t[k];
        if (owner[vertex] != &part) {
          owner[vertex] = &part;
          renamed[vertex] = static_cast<unsigned>(part.positions_m.size());
          part.positions_m.push_back(mesh.positions_m[vertex]);
        }
        t[k] = renamed[vertex];
      }
  return parts;
}

}  // namespace limber
