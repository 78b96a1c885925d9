#include "sim/joints/joints_start.h"

#include <algorithm>
#include <numeric>

#include "kernels/error.h"
#include "sim/joints/joined_bodies.h"

namespace limber {

std::vector<RigidPose> poses_of(const JointsModel& model) {
  if (model.bodies.empty())
    throw Error(ExitCode::bad_input, "a scene of joints has no bodies; it needs at least one");
  std::vector<RigidPose> poses;
  for (const RigidBody& body : model.bodies) poses.push_back(body.pose);
  return poses;
}

std::vector<RigidMomentum> momenta_of(const JointsModel& model) {
  std::vector<RigidMomentum> momenta;
  for (const RigidBody& body : model.bodies) {
    const glm::dvec4& q = body.pose.quaternion;
    momenta.push_back({body.velocity_m_s * body.mass_kg,
                       rotated(q, body.inertia_kg_m2 * rotated_back(q, body.spin_rad_s))});
    if (body.held) momenta.back() = {};
  }
  return momenta;
}

std::vector<RigidInertia> inertias_of(const JointsModel& model) {
  std::vector<RigidInertia> inertias;
  for (const RigidBody& body : model.bodies)
    inertias.push_back(body.held ? RigidInertia{}
                                 : RigidInertia{1.0 / body.inertia_kg_m2, 1.0 / body.mass_kg});
  return inertias;
}

std::vector<double> joined_kg_of(const JointsModel& model) {
  const std::vector<int> number = joined_bodies(model, false);
  std::vector<double> sums_kg(model.bodies.size(), 0.0), joined_kg;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b)
    sums_kg[number[b]] += model.bodies[b].mass_kg;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b)
    joined_kg.push_back(sums_kg[number[b]]);
  return joined_kg;
}

std::vector<int> bodies_by_look(const JointsModel& model) {
  std::vector<int> order(model.bodies.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int b) { return model.bodies[b].look; });
  return order;
}

}  // namespace limber
