#pragma once

// The constraints of joints. Every joint is one or two blocks of three rows, so that the matrix of
// all joints is one of 3x3 blocks [Weber13, sections 3 and 4.2]: a row that a joint does not need
// is empty.
//   ball       a point of one body stays at a point of the other
//   hinge      a ball, and an axis of one stays along an axis of the other (two rows, one empty)
//   fixed      a ball, and no relative rotation (three rows)
//   distance   two points stay at a fixed distance (one row, two empty)
//   slider     a point of one stays on a line of the other (two rows, one empty), and no
//              relative rotation
//   universal  a ball, and an axis of one stays at a right angle to an axis of the other (one row)
// Limits, springs and motors are in drive.h.

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/joints/rigid_body.h"
#include "kernels/view.h"

namespace limber {

enum class JointRowsKind : std::int32_t {
  point,        ///< of a ball joint, and of those that contain one
  axis,         ///< of a hinge
  turn,         ///< of a fixed joint
  distance,     ///< between two points
  slide,        ///< of a slider
  cross,        ///< of a universal joint
  drive_turn,   ///< limits, spring and motor of a hinge
  drive_slide,  ///< the same of a slider
  drive_swing,  ///< limit of the angle between two axes, of a ball or universal joint
  hold,         ///< the user's grab at a point of body a: as `point`, but it prescribes a velocity
};

LIMBER_HD constexpr bool is_drive(JointRowsKind kind) {
  return kind == JointRowsKind::drive_turn || kind == JointRowsKind::drive_slide ||
         kind == JointRowsKind::drive_swing;
}

/// Whether it is the first block of a joint. Each joint has exactly one of these kinds.
LIMBER_HD constexpr bool begins_joint(JointRowsKind kind) {
  return kind == JointRowsKind::point || kind == JointRowsKind::distance ||
         kind == JointRowsKind::slide;
}

/// Three rows of a joint. Constant.
struct JointBlock {
  JointRowsKind kind = JointRowsKind::point;
  int joint = -1;  ///< its index; for `hold`: index of the hold
  int body_a = -1;
  int body_b = -1;         ///< -1: the static world
  glm::dvec3 at_a_m{0.0};  ///< in the frame of a
  glm::dvec3 at_b_m{0.0};  ///< in the frame of b; for -1, in world space
  /// In the frame of a; its x is the axis of a hinge, a's axis of a universal joint, or an axis
  /// whose swing is limited.
  glm::dvec4 frame_a{0.0, 0.0, 0.0, 1.0};
  /// The same in the frame of b; its x is also the axis of a slider.
  glm::dvec4 frame_b{0.0, 0.0, 0.0, 1.0};
  double length_m = 1.0;  ///< of `distance`; otherwise the length that a radian counts as
  int drive = -1;         ///< index; -1: not a drive
};

/// Derivatives of the rows' errors: J of both bodies. The linear part of b is minus that of a.
struct JointRows {
  glm::dvec3 linear_a[3];
  glm::dvec3 angular_a[3];
  glm::dvec3 angular_b[3];
};

/// The pose of a body of a joint.
LIMBER_HD inline RigidPose pose_of(const View<const RigidPose>& poses, int body) {
  return body < 0 ? RigidPose{} : poses[body];
}

/// Whether a body of a joint can be moved now.
LIMBER_HD inline bool some_move(const JointBlock& block, const View<const RigidInertia>& inertias) {
  return inertias[block.body_a].moves() || (block.body_b >= 0 && inertias[block.body_b].moves());
}

LIMBER_HD inline glm::dvec3 axis_of(const RigidPose& pose, const glm::dvec4& frame, int axis) {
  glm::dvec3 along(0.0);
  along[axis] = 1.0;
  return rotated(pose.quaternion, rotated(frame, along));
}

/// From the point of b to that of a.
LIMBER_HD inline glm::dvec3 apart_m(const JointBlock& block, const RigidPose& a,
                                    const RigidPose& b) {
  return a.position_m + rotated(a.quaternion, block.at_a_m) - b.position_m -
         rotated(b.quaternion, block.at_b_m);
}

/// Errors of a block's rows, in metres; 0 for drives.
LIMBER_HD inline glm::dvec3 error_of(const JointBlock& block, const RigidPose& a,
                                     const RigidPose& b) {
  if (is_drive(block.kind)) return glm::dvec3(0.0);
  if (block.kind == JointRowsKind::cross)
    return {block.length_m * glm::dot(axis_of(a, block.frame_a, 0), axis_of(b, block.frame_b, 0)),
            0.0, 0.0};
  if (block.kind == JointRowsKind::slide) {
    const glm::dvec3 apart = apart_m(block, a, b);
    return {glm::dot(apart, axis_of(b, block.frame_b, 1)),
            glm::dot(apart, axis_of(b, block.frame_b, 2)), 0.0};
  }
  if (block.kind == JointRowsKind::axis) {
    const glm::dvec3 axis =
        rotated(a.quaternion, rotated(block.frame_a, glm::dvec3(1.0, 0.0, 0.0)));
    const glm::dvec4 frame_b = quaternion_product(b.quaternion, block.frame_b);
    return block.length_m * glm::dvec3(glm::dot(axis, rotated(frame_b, glm::dvec3(0.0, 1.0, 0.0))),
                                       glm::dot(axis, rotated(frame_b, glm::dvec3(0.0, 0.0, 1.0))),
                                       0.0);
  }
  if (block.kind == JointRowsKind::turn) {
    const glm::dvec4 frame_a = quaternion_product(a.quaternion, block.frame_a);
    const glm::dvec4 frame_b = quaternion_product(b.quaternion, block.frame_b);
    const glm::dvec4 away = quaternion_product(frame_a, inverse_rotation(frame_b));
    const double scale = (away.w < 0.0 ? -2.0 : 2.0) * block.length_m;
    return {scale * away.x, scale * away.y, scale * away.z};
  }
  const glm::dvec3 apart = apart_m(block, a, b);
  if (block.kind != JointRowsKind::distance) return apart;
  return {glm::sqrt(glm::dot(apart, apart)) - block.length_m, 0.0, 0.0};
}

LIMBER_HD inline JointRows no_rows() {
  JointRows rows;
  for (int r = 0; r < 3; ++r)
    rows.linear_a[r] = rows.angular_a[r] = rows.angular_b[r] = glm::dvec3(0.0);
  return rows;
}

/// The row of the displacement of a's point along an axis of b.
LIMBER_HD inline void set_slide_row(JointRows& rows, int r, const JointBlock& block,
                                    const RigidPose& a, const RigidPose& b, int axis) {
  const glm::dvec3 along = axis_of(b, block.frame_b, axis);
  const glm::dvec3 lever_a = rotated(a.quaternion, block.at_a_m);
  rows.linear_a[r] = along;
  rows.angular_a[r] = glm::cross(lever_a, along);
  rows.angular_b[r] = -glm::cross(a.position_m + lever_a - b.position_m, along);
}

/// All three rows of a drive are the same.
LIMBER_HD inline JointRows rows_of(const JointBlock& block, const RigidPose& a,
                                   const RigidPose& b) {
  JointRows rows = no_rows();
  if (block.kind == JointRowsKind::slide) {
    for (int r = 0; r < 2; ++r) set_slide_row(rows, r, block, a, b, r + 1);
    return rows;
  }
  if (block.kind == JointRowsKind::drive_slide) {
    for (int r = 0; r < 3; ++r) set_slide_row(rows, r, block, a, b, 0);
    return rows;
  }
  if (block.kind == JointRowsKind::drive_turn) {
    for (int r = 0; r < 3; ++r) {
      rows.angular_a[r] = block.length_m * axis_of(b, block.frame_b, 0);
      rows.angular_b[r] = -rows.angular_a[r];
    }
    return rows;
  }
  if (block.kind == JointRowsKind::drive_swing) {
    const glm::dvec3 around =
        glm::cross(axis_of(b, block.frame_b, 0), axis_of(a, block.frame_a, 0));
    const double sine = glm::sqrt(glm::dot(around, around));
    for (int r = 0; r < 3; ++r) {
      // Along one line any rotation across it changes the angle.
      rows.angular_a[r] =
          block.length_m * (sine > 1e-12 ? around / sine : axis_of(b, block.frame_b, 1));
      rows.angular_b[r] = -rows.angular_a[r];
    }
    return rows;
  }
  if (block.kind == JointRowsKind::cross) {
    rows.angular_a[0] =
        block.length_m * glm::cross(axis_of(a, block.frame_a, 0), axis_of(b, block.frame_b, 0));
    rows.angular_b[0] = -rows.angular_a[0];
    return rows;
  }
  if (block.kind == JointRowsKind::axis) {
    const glm::dvec3 axis =
        rotated(a.quaternion, rotated(block.frame_a, glm::dvec3(1.0, 0.0, 0.0)));
    const glm::dvec4 frame_b = quaternion_product(b.quaternion, block.frame_b);
    for (int r = 0; r < 2; ++r) {
      const glm::dvec3 across =
          rotated(frame_b, glm::dvec3(0.0, r == 0 ? 1.0 : 0.0, r == 0 ? 0.0 : 1.0));
      rows.angular_a[r] = block.length_m * glm::cross(axis, across);
      rows.angular_b[r] = -rows.angular_a[r];
    }
    return rows;
  }
  if (block.kind == JointRowsKind::turn) {
    for (int r = 0; r < 3; ++r) {
      rows.angular_a[r][r] = block.length_m;
      rows.angular_b[r][r] = -block.length_m;
    }
    return rows;
  }
  const glm::dvec3 lever_a = rotated(a.quaternion, block.at_a_m);
  const glm::dvec3 lever_b = rotated(b.quaternion, block.at_b_m);
  if (block.kind == JointRowsKind::distance) {
    const glm::dvec3 apart = a.position_m + lever_a - b.position_m - lever_b;
    const double length_m = glm::sqrt(glm::dot(apart, apart));
    // Coincident points have no direction; any will separate them.
    rows.linear_a[0] = length_m > 1e-12 ? apart / length_m : glm::dvec3(0.0, 1.0, 0.0);
    rows.angular_a[0] = glm::cross(lever_a, rows.linear_a[0]);
    rows.angular_b[0] = -glm::cross(lever_b, rows.linear_a[0]);
    return rows;
  }
  for (int r = 0; r < 3; ++r) {
    rows.linear_a[r][r] = 1.0;
    rows.angular_a[r] = glm::cross(lever_a, rows.linear_a[r]);
    rows.angular_b[r] = -glm::cross(lever_b, rows.linear_a[r]);
  }
  return rows;
}

}  // namespace limber
