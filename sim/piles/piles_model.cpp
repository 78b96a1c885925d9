#include "sim/piles/piles_model.h"

#include <algorithm>
#include <utility>

#include "sim/mesh/spatial_order.h"

namespace limber {

void sort_by_kind(PilesModel& model) {
  std::ranges::stable_sort(model.bodies, {}, &PileBody::kind);
}

void sort_in_space(PilesModel& model) {
  std::vector<glm::vec3> positions_m;
  for (const PileBody& body : model.bodies) positions_m.push_back(body.pose.position_m);
  std::vector<PileBody> bodies;
  bodies.reserve(model.bodies.size());
  for (const int b : spatial_order(positions_m)) bodies.push_back(model.bodies[b]);
  model.bodies = std::move(bodies);
}

StaticMesh in_frame_of(const SphereBody& body, StaticMesh mesh) {
  for (glm::vec3& x : mesh.positions_m) x = body.from_mesh(x);
  for (glm::vec3& normal : mesh.normals) normal = glm::transpose(body.axes) * normal;
  return mesh;
}

}  // namespace limber
