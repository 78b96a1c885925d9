#include "sim/piles/body_state.h"

#include <algorithm>

#include "kernels/error.h"

namespace limber {

namespace {

struct KindData {
  BodyInertia inertia;
  std::vector<SphereOnBody> spheres;
};

KindData data_of(const SphereBody& body) {
  KindData data{{1.0f / body.inertia_kg_m2, 1.0f / body.mass_kg}, {}};
  for (const glm::vec3& x : body.centers_m)
    data.spheres.push_back({x, 0.5f * body.diameter_m, 0, largest_inverse_mass_per_kg(body, x)});
  return data;
}

}  // namespace

BodyState state_of(const PilesModel& model) {
  if (model.bodies.empty())
    throw Error(ExitCode::bad_input, "a pile has no bodies; it needs at least one");
  if (!std::ranges::is_sorted(model.bodies, {}, &PileBody::kind))
    throw Error(ExitCode::bad_input, "the bodies of a pile are not sorted by their kinds");
  std::vector<KindData> kinds;
  for (const PileKind& kind : model.kinds) kinds.push_back(data_of(kind.body));
  BodyState state;
  for (const PileBody& body : model.bodies) {
    const SphereBody& shape = model.kinds[body.kind].body;
    const KindData& data = kinds[body.kind];
    const glm::vec4& q = body.pose.quaternion;
    state.first_sphere.push_back(static_cast<int>(state.spheres.size()));
    for (SphereOnBody sphere : data.spheres) {
      sphere.body = static_cast<int>(state.poses.size());
      state.spheres.push_back(sphere);
    }
    state.poses.push_back(body.pose);
    state.momenta.push_back(
        {.linear_kg_m_s = body.velocity_m_s * shape.mass_kg,
         .angular_kg_m2_s = rotated(q, shape.inertia_kg_m2 * rotated_back(q, body.spin_rad_s))});
    state.inertias.push_back(data.inertia);
    state.largest_diameter_m = std::max(state.largest_diameter_m, shape.diameter_m);
  }
  state.first_sphere.push_back(static_cast<int>(state.spheres.size()));
  return state;
}

std::vector<glm::vec3> sphere_centers_m(const std::vector<SphereOnBody>& spheres,
                                        const std::vector<Pose>& poses) {
  std::vector<glm::vec3> centers_m;
  centers_m.reserve(spheres.size());
  for (const SphereOnBody& sphere : spheres)
    centers_m.push_back(center_of(sphere, poses[sphere.body]));
  return centers_m;
}

}  // namespace limber
