#include "sim/joints/joints_model.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

glm::dvec4 inverse_of(const glm::dvec4& q) { return {-q.x, -q.y, -q.z, q.w}; }

glm::dvec3 to_frame(const RigidPose& pose, const glm::dvec3& at_m) {
  return rotated_back(pose.quaternion, at_m - pose.position_m);
}

/// Half the longest side.
double reach_m(const RigidBody& body) {
  return static_cast<double>(
      std::max({body.half_size_m.x, body.half_size_m.y, body.half_size_m.z}));
}

}  // namespace

void fill_evenly(RigidBody& body, double density_kg_m3) {
  const glm::dvec3 side_m = 2.0 * glm::dvec3(body.half_size_m);
  body.mass_kg = density_kg_m3 * side_m.x * side_m.y * side_m.z;
  const glm::dvec3 square = side_m * side_m;
  body.inertia_kg_m2 = glm::dvec3(square.y + square.z, square.z + square.x, square.x + square.y) *
                       (body.mass_kg / 12.0);
}

bool is_inertia(const glm::dvec3& i) {
  const double slack = 1.0 + 1e-6;
  return i.x > 0.0 && i.y > 0.0 && i.z > 0.0 && i.x <= (i.y + i.z) * slack &&
         i.y <= (i.z + i.x) * slack && i.z <= (i.x + i.y) * slack;
}

glm::dvec4 turn_to(const glm::dvec3& direction) {
  const glm::dvec3 to = glm::normalize(direction);
  if (to.x < -1.0 + 1e-12) return {0.0, 1.0, 0.0, 0.0};
  return glm::normalize(glm::dvec4(0.0, -to.z, to.y, 1.0 + to.x));
}

RigidPose pose_of(const JointsModel& model, int body) {
  return body < 0 ? RigidPose{} : model.bodies[body].pose;
}

RigidJoint joint_between(const JointsModel& model, JointKind kind, int body_a, int body_b,
                         const glm::dvec3& at_a_m, const glm::dvec3& at_b_m,
                         const glm::dvec3& axis) {
  const RigidPose a = pose_of(model, body_a), b = pose_of(model, body_b);
  const glm::dvec4 frame = turn_to(axis);
  return {.kind = kind,
          .body_a = body_a,
          .body_b = body_b,
          .at_a_m = to_frame(a, at_a_m),
          .at_b_m = to_frame(b, at_b_m),
          .frame_a = quaternion_product(inverse_of(a.quaternion), frame),
          .frame_b = quaternion_product(inverse_of(b.quaternion), frame),
          .length_m = glm::distance(at_a_m, at_b_m)};
}

RigidJoint joint_at(const JointsModel& model, JointKind kind, int body_a, int body_b,
                    const glm::dvec3& at_m, const glm::dvec3& axis) {
  return joint_between(model, kind, body_a, body_b, at_m, at_m, axis);
}

std::vector<JointBlock> blocks_of(const JointsModel& model) {
  std::vector<JointBlock> blocks;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const RigidJoint& joint = model.joints[j];
    JointBlock block{
        .kind = joint.kind == JointKind::distance ? JointRowsKind::distance : JointRowsKind::point,
        .joint = static_cast<int>(j),
        .body_a = joint.body_a,
        .body_b = joint.body_b,
        .at_a_m = joint.at_a_m,
        .at_b_m = joint.at_b_m,
        .frame_a = joint.frame_a,
        .frame_b = joint.frame_b,
        .length_m = joint.length_m};
    blocks.push_back(block);
    if (joint.kind != JointKind::hinge && joint.kind != JointKind::fixed) continue;
    block.kind = joint.kind == JointKind::hinge ? JointRowsKind::axis : JointRowsKind::turn;
    block.length_m = reach_m(model.bodies[joint.body_a]);
    if (joint.body_b >= 0)
      block.length_m = std::min(block.length_m, reach_m(model.bodies[joint.body_b]));
    blocks.push_back(block);
  }
  return blocks;
}

OpenJoint most_open(const JointsModel& model) {
  OpenJoint most;
  for (const JointBlock& block : blocks_of(model)) {
    const RigidPose a = pose_of(model, block.body_a), b = pose_of(model, block.body_b);
    const double open_m = glm::length(error_of(block, a, b));
    if (most.joint >= 0 && !(open_m > most.open_m)) continue;
    most = {block.joint, open_m, a.position_m + rotated(a.quaternion, block.at_a_m)};
  }
  return most;
}

}  // namespace limber
