#include "sim/joints/joined_bodies.h"

#include "sim/mesh/joined.h"

namespace limber {

std::vector<int> joined_bodies(const JointsModel& model, bool through_held) {
  Joined joined(model.bodies.size());
  const auto connects = [&](int body) {
    return body >= 0 && (through_held || !model.bodies[body].held);
  };
  for (const RigidJoint& joint : model.joints)
    if (connects(joint.body_a) && connects(joint.body_b)) joined.join(joint.body_a, joint.body_b);
  std::vector<int> numbers;
  for (unsigned b = 0; b < model.bodies.size(); ++b)
    numbers.push_back(static_cast<int>(joined.root(b)));
  return numbers;
}

}  // namespace limber
