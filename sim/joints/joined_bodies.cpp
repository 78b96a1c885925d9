#include "sim/joints/joined_bodies.h"

#include <numeric>

namespace limber {

std::vector<int> joined_bodies(const JointsModel& model, bool through_held) {
  std::vector<int> root(model.bodies.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int body) {
    while (root[body] != body) body = root[body] = root[root[body]];
    return body;
  };
  const auto connects = [&](int body) {
    return body >= 0 && (through_held || !model.bodies[body].held);
  };
  for (const RigidJoint& joint : model.joints)
    if (connects(joint.body_a) && connects(joint.body_b))
      root[find(joint.body_a)] = find(joint.body_b);
  std::vector<int> numbers;
  for (int b = 0; b < static_cast<int>(root.size()); ++b) numbers.push_back(find(b));
  return numbers;
}

}  // namespace limber
