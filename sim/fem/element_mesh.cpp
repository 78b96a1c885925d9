#include "sim/fem/element_mesh.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>

namespace limber {

namespace {

std::uint64_t key_of(int a, int b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 |
         static_cast<std::uint32_t>(std::max(a, b));
}

}  // namespace

ElementMesh<4> linear_mesh(const TetraMesh& mesh) {
  ElementMesh<4> result{mesh.positions_m, {}, static_cast<int>(mesh.positions_m.size())};
  for (const glm::ivec4& t : mesh.tetrahedra) result.elements.push_back({{t.x, t.y, t.z, t.w}});
  return result;
}

ElementMesh<10> quadratic_mesh(const TetraMesh& mesh) {
  ElementMesh<10> result{mesh.positions_m, {}, static_cast<int>(mesh.positions_m.size())};
  std::unordered_map<std::uint64_t, int> node_of_edge;
  for (const glm::ivec2& edge : edges_of(mesh.tetrahedra)) {
    node_of_edge[key_of(edge.x, edge.y)] = static_cast<int>(result.nodes_m.size());
    result.nodes_m.push_back(0.5f * (mesh.positions_m[edge.x] + mesh.positions_m[edge.y]));
  }
  for (const glm::ivec4& t : mesh.tetrahedra) {
    ElementNodes<10> element;
    for (int node = 0; node < 10; ++node) {
      const Basis<10> basis(node);
      element.at[node] =
          basis.on_edge() ? node_of_edge.at(key_of(t[basis.i], t[basis.j])) : t[basis.i];
    }
    result.elements.push_back(element);
  }
  return result;
}

template <int N>
SlotsOfNodes slots_of_nodes(const ElementMesh<N>& mesh) {
  SlotsOfNodes slots;
  slots.first.assign(mesh.nodes_m.size() + 1, 0);
  for (const ElementNodes<N>& element : mesh.elements)
    for (const int node : element.at) ++slots.first[node + 1];
  std::partial_sum(slots.first.begin(), slots.first.end(), slots.first.begin());
  slots.items.resize(N * mesh.elements.size());
  std::vector<int> next = slots.first;
  int slot = 0;
  for (const ElementNodes<N>& element : mesh.elements)
    for (const int node : element.at) slots.items[next[node]++] = slot++;
  return slots;
}

template SlotsOfNodes slots_of_nodes<4>(const ElementMesh<4>&);
template SlotsOfNodes slots_of_nodes<10>(const ElementMesh<10>&);

}  // namespace limber
