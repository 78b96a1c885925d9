#include "sim/fem/spring_cloth.h"

#include "sim/mesh/surfaces.h"
#include "sim/sparse/cloth_links.h"

namespace limber {

void add_cloth(FemModel& model, const SpringCloth& cloth) {
  const int base = model.nodes();
  const int body = model.body_of_node.empty() ? 0 : model.body_of_node.back() + 1;
  const std::vector<glm::vec3>& x = cloth.mesh.positions_m;
  model.nodes_m.insert(model.nodes_m.end(), x.begin(), x.end());
  const std::vector<float> masses = vertex_masses_kg(cloth.mesh, cloth.density_kg_m2);
  model.masses_kg.insert(model.masses_kg.end(), masses.begin(), masses.end());
  model.body_of_node.resize(model.nodes_m.size(), body);
  model.pinned.resize(model.nodes_m.size(), 0);
  for (const int vertex : cloth.pinned) model.pinned[base + vertex] = 1;

  for (const ClothLink& link : cloth_links(cloth.columns, cloth.rows)) {
    model.corners.insert(model.corners.end(), {base + link.from, base + link.to});
    model.springs.push_back({.rest_length_m = glm::distance(x[link.from], x[link.to]),
                             .stretch_N_m = link.diagonal ? cloth.shear_N_m : cloth.stretch_N_m,
                             .bend_N_m2 = link.cells == 2 ? cloth.bend_N_m2 : 0.0f});
    if (link.cells == 1) model.edges.emplace_back(base + link.from, base + link.to);
  }

  // The nodes are the drawn vertices.
  const auto first_vertex = static_cast<unsigned>(model.drawn.vertices.size());
  model.drawn.parts.push_back({static_cast<int>(model.drawn.triangles.size()),
                               static_cast<int>(cloth.mesh.triangles.size()), cloth.material});
  for (int i = base; i < model.nodes(); ++i)
    model.drawn.vertices.push_back({glm::ivec4(i), {1.0f, 0.0f, 0.0f, 0.0f}});
  const std::vector<glm::vec3>& rest_m = cloth.rest_m.empty() ? x : cloth.rest_m;
  model.drawn.rest_m.insert(model.drawn.rest_m.end(), rest_m.begin(), rest_m.end());
  for (const glm::uvec3& t : cloth.mesh.triangles) {
    model.drawn.triangles.push_back(t + first_vertex);
    model.triangles.push_back(t + static_cast<unsigned>(base));
  }
}

}  // namespace limber
