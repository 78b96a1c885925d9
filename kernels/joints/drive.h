#pragma once

// Drives: what acts along the degree of freedom of a hinge or slider. Limits that only push, a
// spring with damping, and a motor of limited force, each a row of the joints' matrix. Of a ball or
// universal joint, an upper limit of the angle between an axis of each body.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/joints/joint.h"

namespace limber {

enum DriveRow { limit_row, spring_row, motor_row, drive_rows };

/// Constant. Displacements and angles are of body a against b; a radian counts as length_m of its
/// block.
struct JointDrive {
  int block = -1;
  int has[drive_rows] = {0, 0, 0};
  double low_m = 0.0, high_m = 0.0;
  double middle_m = 0.0, around_m = 0.0;  ///< angles wrap to within half of around_m from middle_m
  double rest_m = 0.0, spring_N_m = 0.0, damping_N_s_m = 0.0;
  double motor_m_s = 0.0, motor_N = 0.0;  ///< target speed, maximum force
};

/// Which rows of a drive are active. For the limit: -1 the lower one, 1 the upper one.
struct DriveState {
  int on[drive_rows] = {0, 0, 0};
};

/// The angle of a vector (cosine, sine) of any length, whose cosine is not negative. It is halved
/// until the series of the arcsine is exact: the same bits everywhere.
LIMBER_HD inline double turn_rad(double sine, double cosine) {
  const double length = glm::sqrt(sine * sine + cosine * cosine);
  if (length == 0.0) return 0.0;
  double s = sine / length, c = cosine / length;
  constexpr int halvings = 4;
  for (int i = 0; i < halvings; ++i) {
    c = glm::sqrt(0.5 * (1.0 + c));
    s = 0.5 * s / c;
  }
  const double z = s * s;
  const double series =
      1.0 +
      z * (1.0 / 6.0 +
           z * (3.0 / 40.0 + z * (5.0 / 112.0 + z * (35.0 / 1152.0 +
                                                     z * (63.0 / 2816.0 + z * 231.0 / 13312.0)))));
  return s * series * (1 << halvings);
}

/// The coordinate of the joint: 0 where its frames, or the axes that swing, coincide.
LIMBER_HD inline double joint_coordinate_m(const JointBlock& block, const JointDrive& drive,
                                           const RigidPose& a, const RigidPose& b) {
  if (block.kind == JointRowsKind::drive_slide)
    return glm::dot(apart_m(block, a, b), axis_of(b, block.frame_b, 0));
  if (block.kind == JointRowsKind::drive_swing) {
    const glm::dvec3 axis_a = axis_of(a, block.frame_a, 0), axis_b = axis_of(b, block.frame_b, 0);
    const glm::dvec3 apart = axis_a - axis_b, together = axis_a + axis_b;
    return 2.0 * block.length_m *
           turn_rad(glm::sqrt(glm::dot(apart, apart)), glm::sqrt(glm::dot(together, together)));
  }
  const glm::dvec4 frame_a = quaternion_product(a.quaternion, block.frame_a);
  const glm::dvec4 frame_b = quaternion_product(b.quaternion, block.frame_b);
  const glm::dvec4 turn = quaternion_product(inverse_rotation(frame_b), frame_a);
  const double side = turn.w < 0.0 ? -1.0 : 1.0;
  const double coordinate = 2.0 * block.length_m * turn_rad(side * turn.x, side * turn.w);
  if (coordinate - drive.middle_m > 0.5 * drive.around_m) return coordinate - drive.around_m;
  if (coordinate - drive.middle_m < -0.5 * drive.around_m) return coordinate + drive.around_m;
  return coordinate;
}

/// How far a coordinate is beyond a limit, with its sign.
LIMBER_HD inline double beyond_m(const JointDrive& drive, double coordinate) {
  if (drive.has[limit_row] == 0) return 0.0;
  return coordinate < drive.low_m    ? coordinate - drive.low_m
         : coordinate > drive.high_m ? coordinate - drive.high_m
                                     : 0.0;
}

/// The implicit midpoint rule over a step: v + softness * impulse = -k x / (c + k dt / 2), with
/// half of the impulse and the velocity at the midpoint.
LIMBER_HD inline double spring_softness_per_kg(const JointDrive& drive, double dt_s) {
  const double half_s = 0.5 * dt_s;
  return 1.0 / (half_s * (drive.damping_N_s_m + half_s * drive.spring_N_m));
}

}  // namespace limber
