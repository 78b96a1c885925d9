#include "sim/joints/joints_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber {

namespace {

glm::dvec3 to_frame(const RigidPose& pose, const glm::dvec3& at_m) {
  return rotated_back(pose.quaternion, at_m - pose.position_m);
}

/// Half the longest side.
double half_length_m(const RigidBody& body) {
  return static_cast<double>(
      std::max({body.half_size_m.x, body.half_size_m.y, body.half_size_m.z}));
}

}  // namespace

RigidShape box_shape(const glm::vec3& half_m) {
  RigidShape box{.corners = {}, .triangles = {}, .boxes = {0}};
  const float max_inward_m = 0.4f * std::min({half_m.x, half_m.y, half_m.z});
  for (int k = 0; k < 8; ++k) {
    const glm::vec3 side(k & 1 ? 1.0f : -1.0f, k & 2 ? 1.0f : -1.0f, k & 4 ? 1.0f : -1.0f);
    box.corners.push_back({side * half_m, -side, max_inward_m});
  }
  // Counter-clockwise seen from outside, two per side.
  box.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                   {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  return box;
}

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

glm::dvec4 turn_around(const glm::dvec3& axis, double angle_rad) {
  return {axis * std::sin(0.5 * angle_rad), std::cos(0.5 * angle_rad)};
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
          .frame_a = quaternion_product(inverse_rotation(a.quaternion), frame),
          .frame_b = quaternion_product(inverse_rotation(b.quaternion), frame),
          .length_m = glm::distance(at_a_m, at_b_m)};
}

RigidJoint joint_at(const JointsModel& model, JointKind kind, int body_a, int body_b,
                    const glm::dvec3& at_m, const glm::dvec3& axis) {
  return joint_between(model, kind, body_a, body_b, at_m, at_m, axis);
}

RigidJoint universal_at(const JointsModel& model, int body_a, int body_b, const glm::dvec3& at_a_m,
                        const glm::dvec3& at_b_m, const glm::dvec3& axis_a,
                        const glm::dvec3& axis_b) {
  RigidJoint joint =
      joint_between(model, JointKind::universal, body_a, body_b, at_a_m, at_b_m, axis_a);
  const glm::dvec3 shaft = glm::normalize(glm::cross(axis_a, axis_b));
  const auto frame = [&](int body, const glm::dvec3& axis) {
    const glm::dvec3 x = glm::normalize(axis);
    return quaternion_product(inverse_rotation(pose_of(model, body).quaternion),
                              quaternion_of({x, glm::cross(shaft, x), shaft}));
  };
  joint.frame_a = frame(body_a, axis_a);
  joint.frame_b = frame(body_b, axis_b);
  return joint;
}

namespace {

JointRowsKind first_rows(JointKind kind) {
  return kind == JointKind::distance ? JointRowsKind::distance
         : kind == JointKind::slider ? JointRowsKind::slide
                                     : JointRowsKind::point;
}

JointRowsKind drive_rows_of(JointKind kind) {
  return kind == JointKind::hinge    ? JointRowsKind::drive_turn
         : kind == JointKind::slider ? JointRowsKind::drive_slide
                                     : JointRowsKind::drive_swing;
}

/// The second block of a joint that has two.
JointRowsKind second_rows(JointKind kind) {
  return kind == JointKind::hinge       ? JointRowsKind::axis
         : kind == JointKind::universal ? JointRowsKind::cross
                                        : JointRowsKind::turn;
}

}  // namespace

std::vector<JointBlock> blocks_of(const JointsModel& model) {
  std::vector<JointBlock> blocks;
  int drives = 0;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const RigidJoint& joint = model.joints[j];
    JointBlock block{.kind = first_rows(joint.kind),
                     .joint = static_cast<int>(j),
                     .body_a = joint.body_a,
                     .body_b = joint.body_b,
                     .at_a_m = joint.at_a_m,
                     .at_b_m = joint.at_b_m,
                     .frame_a = joint.frame_a,
                     .frame_b = joint.frame_b,
                     .length_m = joint.length_m};
    blocks.push_back(block);
    const bool has_turns = joint.kind != JointKind::ball && joint.kind != JointKind::distance;
    if (!has_turns && !joint.way.is_driven()) continue;
    block.length_m = half_length_m(model.bodies[joint.body_a]);
    if (joint.body_b >= 0)
      block.length_m = std::min(block.length_m, half_length_m(model.bodies[joint.body_b]));
    if (has_turns) {
      block.kind = second_rows(joint.kind);
      blocks.push_back(block);
    }
    if (!joint.way.is_driven()) continue;
    block.kind = drive_rows_of(joint.kind);
    if (joint.kind == JointKind::slider) block.length_m = 1.0;
    if (joint.kind == JointKind::universal) {
      const glm::dvec4 z_to_x = turn_around({0.0, 1.0, 0.0}, -0.5 * std::numbers::pi);
      block.frame_a = quaternion_product(block.frame_a, z_to_x);
      block.frame_b = quaternion_product(block.frame_b, z_to_x);
    }
    block.drive = drives++;
    blocks.push_back(block);
  }
  return blocks;
}

std::vector<JointDrive> drives_of(const JointsModel& model, const std::vector<JointBlock>& blocks) {
  std::vector<JointDrive> drives;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    if (blocks[k].drive < 0) continue;
    const JointWay& way = model.joints[blocks[k].joint].way;
    const double length_m = blocks[k].length_m;
    JointDrive drive;
    drive.block = static_cast<int>(k);
    drive.has[limit_row] = way.has_limits();
    drive.has[spring_row] = way.has_spring();
    drive.has[motor_row] = way.max_motor > 0.0;
    drive.low_m = way.low * length_m;
    drive.high_m = way.high * length_m;
    if (std::isfinite(way.low) && std::isfinite(way.high))
      drive.middle_m = 0.5 * (drive.low_m + drive.high_m);
    drive.around_m = 2.0 * std::numbers::pi * length_m;
    drive.rest_m = way.rest * length_m;
    drive.spring_N_m = way.stiffness / (length_m * length_m);
    drive.damping_N_s_m = way.damping / (length_m * length_m);
    drive.motor_m_s = way.motor_speed * length_m;
    drive.motor_N = way.max_motor / length_m;
    drives.push_back(drive);
  }
  return drives;
}

OpenJoint max_open(const JointsModel& model) {
  OpenJoint worst;
  for (const JointBlock& block : blocks_of(model)) {
    const RigidPose a = pose_of(model, block.body_a), b = pose_of(model, block.body_b);
    const double open_m = glm::length(error_of(block, a, b));
    if (worst.joint >= 0 && !(open_m > worst.open_m)) continue;
    worst = {block.joint, open_m, a.position_m + rotated(a.quaternion, block.at_a_m)};
  }
  return worst;
}

}  // namespace limber
