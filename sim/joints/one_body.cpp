#include "sim/joints/one_body.h"

#include <cmath>

namespace limber {

namespace {

/// The bodies that belong to one, in ascending order.
std::vector<int> together_with(const JointsModel& model, int body) {
  std::vector<bool> is_in(model.bodies.size(), false);
  is_in[body] = true;
  bool grows = true, is_held = false;
  while (grows) {
    grows = false;
    for (const RigidJoint& joint : model.joints) {
      if (std::isfinite(joint.breaks_at_N)) continue;
      if (joint.body_b < 0) {
        is_held = is_held || is_in[joint.body_a];
      } else if (is_in[joint.body_a] != is_in[joint.body_b]) {
        is_in[joint.body_a] = is_in[joint.body_b] = grows = true;
      }
    }
  }
  for (const RigidVertexJoint& joint : model.vertex_joints) is_held = is_held || is_in[joint.body];
  std::vector<int> all;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    if (!is_in[b]) continue;
    is_held = is_held || model.bodies[b].held;
    all.push_back(static_cast<int>(b));
  }
  return is_held ? std::vector<int>{body} : all;
}

template <class T>
int added(std::vector<T>& own, std::vector<int>& place, const std::vector<T>& all, int number) {
  if (place[number] < 0) {
    place[number] = static_cast<int>(own.size());
    own.push_back(all[number]);
  }
  return place[number];
}

}  // namespace

std::vector<int> spawnable_bodies(const JointsModel& model) {
  std::vector<int> bodies;
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    bodies.push_back(model.bodies[b].held ? -1 : static_cast<int>(b));
  return bodies;
}

JointsModel one_body_of(const JointsModel& model, int body) {
  JointsModel one;
  std::vector<int> place(model.bodies.size(), -1), look(model.looks.size(), -1),
      shape(model.shapes.size(), -1);
  for (const int b : together_with(model, body)) {
    RigidBody own = model.bodies[b];
    own.velocity_m_s = own.spin_rad_s = glm::dvec3(0.0);
    own.look = added(one.looks, look, model.looks, own.look);
    if (own.shape >= 0) own.shape = added(one.shapes, shape, model.shapes, own.shape);
    place[b] = static_cast<int>(one.bodies.size());
    one.bodies.push_back(own);
  }
  for (RigidJoint joint : model.joints) {
    if (joint.body_b < 0 || place[joint.body_a] < 0 || place[joint.body_b] < 0) continue;
    joint.body_a = place[joint.body_a];
    joint.body_b = place[joint.body_b];
    one.joints.push_back(joint);
  }
  return one;
}

Box box_around(const JointsModel& model) {
  Box box;
  for (const RigidBody& body : model.bodies)
    for (int k = 0; k < 8; ++k) {
      const glm::dvec3 side(k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0);
      box.add(glm::vec3(body.pose.position_m +
                        rotated(body.pose.quaternion, side * glm::dvec3(body.half_size_m))));
    }
  return box;
}

}  // namespace limber
