#include "app/drawn_bounds.h"

#include <algorithm>
#include <limits>

namespace limber {

Box bounds_of(const DrawList& list, std::span<const PublishedVertex> vertices) {
  constexpr float far = std::numeric_limits<float>::max();
  Box box;
  const auto add = [&](const glm::vec3& at_m, float around_m) {
    box.add({at_m - around_m, at_m + around_m});
  };
  for (const glm::uvec3& t : list.triangles)
    for (int corner = 0; corner < 3; ++corner) add(vertices[t[corner]].position_m, 0.0f);
  for (const InstancedPart& part : list.instances) {
    float reach_m = 0.0f;
    for (const glm::vec3& x : part.mesh.positions_m) reach_m = std::max(reach_m, glm::length(x));
    for (const PublishedVertex& pose : vertices.subspan(part.first_vertex, part.count))
      if (is_shown(pose)) add(pose.position_m, reach_m);
  }
  if (list.instances.empty())
    for (const DrawnSpheres& spheres : list.spheres)
      for (const PublishedVertex& center : vertices.subspan(spheres.first_vertex, spheres.count))
        add(center.position_m, spheres.radius_m);
  for (const DrawnFluid& fluid : list.fluids)
    for (const PublishedVertex& particle : vertices.subspan(fluid.first_vertex, fluid.count))
      if (particle.quaternion_w > 0.0f) add(particle.position_m, fluid.radius_m);
  // An empty box is infinite.
  const bool finite = glm::all(glm::lessThan(glm::abs(box.low_m), glm::vec3(far))) &&
                      glm::all(glm::lessThan(glm::abs(box.high_m), glm::vec3(far)));
  return finite ? box : Box{list.bounds_min_m, list.bounds_max_m};
}

}  // namespace limber
