#include "sim/fem/element_mesh.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "sim/mesh/edge_key.h"

namespace limber {

ElementMesh<4> linear_mesh(const TetraMesh& mesh) {
  ElementMesh<4> result{mesh.positions_m, {}, static_cast<int>(mesh.positions_m.size())};
  for (const glm::ivec4& t : mesh.tetrahedra) result.elements.push_back({{t.x, t.y, t.z, t.w}});
  return result;
}

ElementMesh<10> quadratic_mesh(const TetraMesh& mesh) {
  ElementMesh<10> result{mesh.positions_m, {}, static_cast<int>(mesh.positions_m.size())};
  std::unordered_map<std::uint64_t, int> node_of_edge;
  for (const glm::ivec2& edge : edges_of(mesh.tetrahedra)) {
    node_of_edge[edge_key(edge.x, edge.y)] = static_cast<int>(result.nodes_m.size());
    result.nodes_m.push_back(0.5f * (mesh.positions_m[edge.x] + mesh.positions_m[edge.y]));
  }
  for (const glm::ivec4& t : mesh.tetrahedra) {
    ElementNodes<10> element;
    for (int node = 0; node < 10; ++node) {
      const Basis<10> basis(node);
      element.at[node] =
          basis.on_edge() ? node_of_edge.at(edge_key(t[basis.i], t[basis.j])) : t[basis.i];
    }
    result.elements.push_back(element);
  }
  return result;
}

}  // namespace limber
