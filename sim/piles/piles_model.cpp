#include "sim/piles/piles_model.h"

#include <algorithm>
#include <utility>

namespace limber {

void sort_by_kind(PilesModel& model) {
  std::ranges::stable_sort(model.bodies, {}, &PileBody::kind);
}

StaticMesh in_frame_of(const SphereBody& body, StaticMesh mesh) {
  for (glm::vec3& x : mesh.positions_m) x = body.from_mesh(x);
  for (glm::vec3& normal : mesh.normals) normal = glm::transpose(body.axes) * normal;
  return mesh;
}

}  // namespace limber
