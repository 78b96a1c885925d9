#include "sim/fem/fem_model.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>

#include "sim/drawn_solid.h"

namespace limber {

namespace {

template <int N>
ElementMesh<N> mesh_of(const TetraMesh& mesh) {
  if constexpr (N == 4)
    return linear_mesh(mesh);
  else
    return quadratic_mesh(mesh);
}

/// A point of a body that rides on up to three of its nodes.
Attachment on_nodes(glm::ivec3 nodes, glm::vec3 weights) {
  return {glm::ivec4(nodes, nodes.x), glm::vec4(weights, 0.0f)};
}

/// The boundary of the tetrahedra. Of quadratic ones each triangle is cut in four at the middles of
/// its edges, where the surface is half of the edge's node and a quarter of each of its ends.
template <int N>
void draw_boundary(DrawnSurface& drawn, const TetraMesh& tetra, const ElementMesh<N>& mesh,
                   int base) {
  std::unordered_map<int, unsigned> vertex_of_node;
  std::unordered_map<std::uint64_t, int> node_of_edge;
  if constexpr (N == 10) {
    for (const ElementNodes<N>& element : mesh.elements) {
      for (int node = 4; node < N; ++node) {
        const Basis<N> edge(node);
        const int a = element.at[edge.i], b = element.at[edge.j];
        node_of_edge[static_cast<std::uint64_t>(std::min(a, b)) << 32 |
                     static_cast<std::uint32_t>(std::max(a, b))] = element.at[node];
      }
    }
  }
  const auto vertex = [&](int node, const Attachment& attachment) {
    const auto [it, is_new] =
        vertex_of_node.try_emplace(node, static_cast<unsigned>(drawn.vertices.size()));
    if (is_new) drawn.vertices.push_back(attachment);
    return it->second;
  };
  const auto corner = [&](unsigned node) {
    const int at = base + static_cast<int>(node);
    return vertex(static_cast<int>(node), on_nodes({at, at, at}, {1.0f, 0.0f, 0.0f}));
  };
  const auto middle = [&](unsigned a, unsigned b) {
    const int node =
        node_of_edge.at(static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b));
    return vertex(node,
                  on_nodes({base + node, base + static_cast<int>(a), base + static_cast<int>(b)},
                           {0.5f, 0.25f, 0.25f}));
  };
  for (const glm::uvec3& t : boundary_of(tetra.tetrahedra)) {
    const glm::uvec3 c(corner(t.x), corner(t.y), corner(t.z));
    if constexpr (N == 4) {
      drawn.triangles.push_back(c);
    } else {
      const glm::uvec3 m(middle(t.x, t.y), middle(t.y, t.z), middle(t.z, t.x));
      drawn.triangles.insert(drawn.triangles.end(),
                             {{c.x, m.x, m.z}, {c.y, m.y, m.x}, {c.z, m.z, m.y}, m});
    }
  }
}

template <int N>
void add_solid_of(FemModel& model, const Solid& solid, const ElasticMaterial& material,
                  const Placement& placement) {
  const int base = model.nodes();
  const int body = model.body_of_node.empty() ? 0 : model.body_of_node.back() + 1;
  TetraMesh placed = solid.mesh;
  for (glm::vec3& x : placed.positions_m) x = placement.turn * x + placement.at_m;
  const ElementMesh<N> mesh = mesh_of<N>(placed);
  const ElementData data = element_data(mesh, material);

  model.nodes_m.insert(model.nodes_m.end(), mesh.nodes_m.begin(), mesh.nodes_m.end());
  for (const ElementNodes<N>& element : mesh.elements)
    for (const int node : element.at) model.corners.push_back(base + node);
  model.tetrahedra.insert(model.tetrahedra.end(), data.rest.begin(), data.rest.end());
  model.masses_kg.insert(model.masses_kg.end(), data.node_masses_kg.begin(),
                         data.node_masses_kg.end());
  model.body_of_node.resize(model.nodes_m.size(), body);
  model.pinned.resize(model.nodes_m.size(), 0);
  for (const glm::ivec2& edge : edges_of(placed.tetrahedra)) model.edges.emplace_back(edge + base);

  add_drawn(model.drawn, solid, base, [&] { draw_boundary(model.drawn, placed, mesh, base); });
}

}  // namespace

void add_solid(FemModel& model, const Solid& solid, const ElasticMaterial& material,
               const Placement& placement) {
  if (model.kind == ElementKind::linear)
    add_solid_of<4>(model, solid, material, placement);
  else if (model.kind == ElementKind::quadratic)
    add_solid_of<10>(model, solid, material, placement);
  else
    throw std::logic_error("springs are for cloth");
}

}  // namespace limber
