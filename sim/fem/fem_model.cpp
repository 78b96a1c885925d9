#include "sim/fem/fem_model.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>

#include "sim/drawn_solid.h"

namespace limber {

namespace {

template <int N>
ElementMesh<N> element_mesh_of(const TetraMesh& mesh) {
  if constexpr (N == 4)
    return linear_mesh(mesh);
  else
    return quadratic_mesh(mesh);
}

/// A point attached to up to three nodes of a body.
Attachment on_nodes(glm::ivec3 nodes, glm::vec3 weights) {
  return {glm::ivec4(nodes, nodes.x), glm::vec4(weights, 0.0f)};
}

/// The boundary of the tetrahedra. For quadratic ones, each triangle is split into four at the
/// nodes of its edges.
struct Boundary {
  std::vector<glm::uvec3> triangles;
  std::vector<unsigned> nodes;  ///< in the order of the triangles, with duplicates
  std::unordered_map<unsigned, glm::ivec2> ends_of_node;
};

template <int N>
Boundary whole_boundary_of(const TetraMesh& tetra, const ElementMesh<N>& mesh) {
  Boundary boundary;
  if constexpr (N == 4) {
    boundary.triangles = boundary_of(tetra.tetrahedra);
    for (const glm::uvec3& t : boundary.triangles)
      boundary.nodes.insert(boundary.nodes.end(), {t.z, t.y, t.x});
  } else {
    std::unordered_map<std::uint64_t, unsigned> node_of_edge;
    const auto key = [](unsigned a, unsigned b) {
      return static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b);
    };
    for (const ElementNodes<N>& element : mesh.elements) {
      for (int node = 4; node < N; ++node) {
        const Basis<N> edge(node);
        const glm::ivec2 ends(element.at[edge.i], element.at[edge.j]);
        const auto at = static_cast<unsigned>(element.at[node]);
        node_of_edge[key(static_cast<unsigned>(ends.x), static_cast<unsigned>(ends.y))] = at;
        boundary.ends_of_node[at] = ends;
      }
    }
    for (const glm::uvec3& c : boundary_of(tetra.tetrahedra)) {
      const glm::uvec3 m(node_of_edge.at(key(c.x, c.y)), node_of_edge.at(key(c.y, c.z)),
                         node_of_edge.at(key(c.z, c.x)));
      boundary.triangles.insert(boundary.triangles.end(),
                                {{c.x, m.x, m.z}, {c.y, m.y, m.x}, {c.z, m.z, m.y}, m});
      boundary.nodes.insert(boundary.nodes.end(), {c.z, c.y, c.x, m.z, m.y, m.x});
    }
  }
  return boundary;
}

/// At the middle of an edge, the surface of quadratic elements is half of the edge's node plus a
/// quarter of each end.
void draw(DrawnSurface& drawn, const Boundary& boundary, int base) {
  std::unordered_map<unsigned, unsigned> vertex_of_node;
  for (const unsigned node : boundary.nodes) {
    if (!vertex_of_node.try_emplace(node, static_cast<unsigned>(drawn.vertices.size())).second)
      continue;
    const int at = base + static_cast<int>(node);
    const auto ends = boundary.ends_of_node.find(node);
    if (ends == boundary.ends_of_node.end())
      drawn.vertices.push_back(on_nodes({at, at, at}, {1.0f, 0.0f, 0.0f}));
    else
      drawn.vertices.push_back(
          on_nodes({at, base + ends->second.x, base + ends->second.y}, {0.5f, 0.25f, 0.25f}));
  }
  for (const glm::uvec3& t : boundary.triangles)
    drawn.triangles.emplace_back(vertex_of_node.at(t.x), vertex_of_node.at(t.y),
                                 vertex_of_node.at(t.z));
}

template <int N>
void add_solid_of(FemModel& model, const Solid& solid, const ElasticMaterial& material,
                  const Placement& placement) {
  const int base = model.nodes();
  const int body = model.body_of_node.empty() ? 0 : model.body_of_node.back() + 1;
  TetraMesh placed = solid.mesh;
  for (glm::vec3& x : placed.positions_m) x = placement.turn * x + placement.at_m;
  const ElementMesh<N> mesh = element_mesh_of<N>(placed);
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

  const Boundary boundary = whole_boundary_of(placed, mesh);
  for (const glm::uvec3& t : boundary.triangles)
    model.triangles.push_back(t + static_cast<unsigned>(base));
  add_drawn(model.drawn, solid, base, [&] { draw(model.drawn, boundary, base); });
}

}  // namespace

void add_solid(FemModel& model, const Solid& solid, const ElasticMaterial& material,
               const Placement& placement) {
  if (model.kind == ElementKind::linear)
    add_solid_of<4>(model, solid, material, placement);
  else if (model.kind == ElementKind::quadratic)
    add_solid_of<10>(model, solid, material, placement);
  else
    throw std::logic_error("only cloth can be made of springs");
}

}  // namespace limber
