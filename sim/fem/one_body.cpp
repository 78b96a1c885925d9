#include "sim/fem/one_body.h"

#include "sim/one_body.h"

namespace limber {

std::vector<int> spawnable_bodies(const FemModel& model) {
  return free_bodies(model.body_of_node, {model.pinned.begin(), model.pinned.end()});
}

FemModel one_body_of(const FemModel& model, int body) {
  const PointsOfBody own(model.body_of_node, body);
  FemModel one;
  one.kind = model.kind;
  one.nodes_m = own.of(model.nodes_m);
  one.masses_kg = own.of(model.masses_kg);
  one.pinned = own.of(model.pinned);
  one.body_of_node.assign(one.nodes_m.size(), 0);
  const int nodes = model.nodes_each();
  for (int e = 0; e < model.elements(); ++e) {
    if (!own.has(model.corners[e * nodes])) continue;
    for (int k = 0; k < nodes; ++k) one.corners.push_back(own.place[model.corners[e * nodes + k]]);
    if (model.kind == ElementKind::spring)
      one.springs.push_back(model.springs[e]);
    else
      one.tetrahedra.push_back(model.tetrahedra[e]);
  }
  one.edges = own.of_corners(model.edges);
  one.triangles = own.of_corners(model.triangles);
  one.drawn = drawn_of(model.drawn, own);
  return one;
}

Box box_around(const FemModel& model) {
  Box box;
  for (const glm::vec3& x : model.nodes_m) box.add(x);
  return box;
}

}  // namespace limber
