#pragma once

// Substructuring of plants [Barbic11]: each part bends by a few modes in a frame mounted on its
// carrier, the part that it grows from.
//
// The inertia of all parts makes one linear system, which is solved exactly, in one pass from the
// tips to the roots and one back, like an articulated body [Featherstone08, chapter 7]. Inertia is
// evaluated in the rest pose, so that the matrices are constant; loads are evaluated in the current
// pose.
//
// Bending parts come first, sorted by their level (number of ancestors); rigid ones follow.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/pose.h"
#include "kernels/rotation.h"
#include "kernels/view.h"

namespace limber {

/// A force with its torque, or the acceleration of a frame.
struct Spatial {
  glm::vec3 linear;
  glm::vec3 angular;  ///< a torque is about the origin of the frame

  LIMBER_HD void add(const Spatial& more) {
    linear += more.linear;
    angular += more.angular;
  }
};

/// Attachment of a part; one per part.
struct alignas(16) Mount {
  Pose rest;             ///< in the carrier's frame; in the world without a carrier
  glm::vec3 pivot_m{0};  ///< attachment point, at rest in the carrier's frame
  int carrier = -1;      ///< the bending part that moves it; -1: none
  int first_row = 0;     ///< of 6 x r: displacement and small rotation at the pivot by each mode
  int shape = 0;
  int place = 0;  ///< of its CarriedLoad: parts with the same carrier are contiguous
  int unused = 0;
};

/// A part that bends; its index is that of its mount.
struct alignas(16) BendingPart {
  int first_coordinate = 0;  ///< into per-coordinate arrays; times 6 into 6 x r matrices
  int modes = 0;
  int first_square = 0;   ///< into its own r x r matrices
  int first_mounted = 0;  ///< into the CarriedLoads of the parts that it carries
  int mounted = 0;
  int first_shape_mode = 0;    ///< into the tables of its shape
  int first_shape_square = 0;  ///< into the r x r tables of its shape
  int cubic = -1;              ///< index among the parts with cubic forces; -1: linear forces
};

/// Mass and wind area of a shape.
struct alignas(16) PartBody {
  glm::vec3 first_moment_kg_m{0.0f};  ///< about the origin of its frame
  float mass_kg = 0.0f;
  glm::vec3 middle_m{0.0f};  ///< its centre of mass
  float area_m2 = 0.0f;      ///< projected, mean over all directions
  int first_face = 0;
  int faces = 0;
  int unused[2] = {0, 0};
};

inline constexpr int max_wind_faces = 12;  ///< of a part

/// A piece of a shape's surface, approximated as flat for wind forces.
struct alignas(16) WindFace {
  glm::vec3 middle_m{0.0f};
  int first_mode = 0;       ///< of the shape's modes there, one after the other
  glm::vec3 area_m2{0.0f};  ///< along its normal; half of it if the back is a separate face
  float unused = 0.0f;
};

/// Motion of a part, in its own frame.
struct alignas(16) PartMotion {
  glm::vec3 velocity_m_s{0.0f};  ///< of the origin
  float unused = 0.0f;
  glm::vec3 spin_rad_s{0.0f};
  float unused_too = 0.0f;
  glm::vec3 drift_m_s2{0.0f};  ///< acceleration of the origin if no coordinate accelerates
  float unused_again = 0.0f;
  glm::vec3 pivot_m{0.0f};  ///< current attachment point, in the carrier's frame
  float unused_at_last = 0.0f;
};

/// The coordinates of all bending parts.
struct Coordinates {
  View<const float> q;
  View<const float> velocity;
  View<const float> acceleration;
};

/// Limits of a mode, which is a model of bending, not of tearing. A coordinate is clamped to its
/// range and stops there.
struct ModeRange {
  float max_q = 0.0f;      ///< |q|
  float max_shown = 0.0f;  ///< q at PlayedMode::share 1
};

/// One of the six components of at_pivot().
LIMBER_HD inline float row_at_pivot(View<const float> attachments, const Mount& mount,
                                    const BendingPart& carrier, View<const float> coordinates,
                                    int row) {
  float sum = 0.0f;
  for (int k = 0; k < carrier.modes; ++k)
    sum += attachments[mount.first_row + row * carrier.modes + k] *
           coordinates[carrier.first_coordinate + k];
  return sum;
}

/// A q, with the 6 x r matrix A: displacement and rotation of a pivot.
LIMBER_HD inline Spatial at_pivot(View<const float> attachments, const Mount& mount,
                                  const BendingPart& carrier, View<const float> coordinates) {
  float sums[6];
  for (int row = 0; row < 6; ++row)
    sums[row] = row_at_pivot(attachments, mount, carrier, coordinates, row);
  return {{sums[0], sums[1], sums[2]}, {sums[3], sums[4], sums[5]}};
}

/// Projection of a force at a pivot on a mode of its carrier. row: first_row of Mount plus the
/// mode's index.
LIMBER_HD inline float along_mode(View<const float> attachments, int row, int modes,
                                  const Spatial& force) {
  return attachments[row] * force.linear.x + attachments[row + modes] * force.linear.y +
         attachments[row + 2 * modes] * force.linear.z +
         attachments[row + 3 * modes] * force.angular.x +
         attachments[row + 4 * modes] * force.angular.y +
         attachments[row + 5 * modes] * force.angular.z;
}

/// Acceleration of a mounted frame, in the rest pose like all inertia. base: of its carrier's
/// frame; more: of the pivot, by its carrier's modes.
LIMBER_HD inline Spatial carried(const Mount& mount, const Spatial& base, const Spatial& more) {
  const glm::vec3 lever = mount.rest.position_m - mount.pivot_m;
  return {rotated_back(mount.rest.quaternion, base.linear +
                                                  glm::cross(base.angular, mount.rest.position_m) +
                                                  more.linear + glm::cross(more.angular, lever)),
          rotated_back(mount.rest.quaternion, base.angular + more.angular)};
}

/// v, shortened to the limit if it is longer.
LIMBER_HD inline glm::vec3 no_longer_than(const glm::vec3& v, float limit) {
  const float length = glm::sqrt(glm::dot(v, v));
  return length > limit ? v * (limit / length) : v;
}

}  // namespace limber
