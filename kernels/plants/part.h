#pragma once

// Parts of a plant, each bending by a few modes in a frame that mounts on the part that carries it
// [Barbic11].
//
// The inertia of all parts together makes one linear system. It is solved exactly, in one pass from
// the tips to the roots and one back, as articulated bodies are [Featherstone08, chapter 7]. The
// directions in which inertia acts are those at rest, so that the matrices are constant; loads act
// in the directions that the parts have now.
//
// Bending parts come first, sorted by how many others carry them; rigid ones follow.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/pose.h"
#include "kernels/rotation.h"
#include "kernels/view.h"

namespace limber {

/// A force with its torque, or how a frame accelerates.
struct Spatial {
  glm::vec3 linear;
  glm::vec3 angular;  ///< a torque is about the origin of the frame

  LIMBER_HD void add(const Spatial& more) {
    linear += more.linear;
    angular += more.angular;
  }
};

/// How a part is attached, one a part.
struct alignas(16) Mount {
  Pose rest;             ///< in the frame of the carrier; in the world where there is none
  glm::vec3 pivot_m{0};  ///< where the carrier holds it, at rest in the carrier's frame
  int carrier = -1;      ///< the bending part that moves it; -1: nothing does
  int first_row = 0;     ///< of 6 x r: displacement and small rotation at the pivot by each mode
  int shape = 0;
  int place = 0;  ///< of what it hands on: those with the same carrier follow one another
  int unused = 0;
};

/// A part that bends; its index is that of its mount.
struct alignas(16) BendingPart {
  int first_coordinate = 0;  ///< into all that is one a coordinate; times 6 into 6 x r matrices
  int modes = 0;
  int first_square = 0;   ///< into its own r x r matrices
  int first_mounted = 0;  ///< into what those that it carries hand on
  int mounted = 0;
  int first_shape_mode = 0;    ///< into the tables of its shape
  int first_shape_square = 0;  ///< into the r x r tables of its shape
  int cubic = -1;              ///< among the parts with cubic forces; -1: its forces are linear
};

/// What a shape weighs and how the wind takes it.
struct alignas(16) PartBody {
  glm::vec3 first_moment_kg_m{0.0f};  ///< about the origin of its frame
  float mass_kg = 0.0f;
  glm::vec3 middle_m{0.0f};  ///< its centre of mass
  float area_m2 = 0.0f;      ///< that it shows to the wind, the mean over all directions
  int first_face = 0;
  int faces = 0;
  int unused[2] = {0, 0};
};

inline constexpr int max_wind_faces = 12;  ///< of a part

/// A piece of a shape's surface, flat to the wind.
struct alignas(16) WindFace {
  glm::vec3 middle_m{0.0f};
  int first_mode = 0;       ///< of the shape's modes there, one after the other
  glm::vec3 area_m2{0.0f};  ///< along its normal; half of it where the back is another face
  float unused = 0.0f;
};

/// How a part moves, in its own frame.
struct alignas(16) PartMotion {
  glm::vec3 velocity_m_s{0.0f};  ///< of the origin
  float unused = 0.0f;
  glm::vec3 spin_rad_s{0.0f};
  float unused_too = 0.0f;
  glm::vec3 drift_m_s2{0.0f};  ///< acceleration of the origin while no coordinate accelerates
  float unused_again = 0.0f;
  glm::vec3 pivot_m{0.0f};  ///< where the carrier holds it now, in the carrier's frame
  float unused_at_last = 0.0f;
};

/// The coordinates of all bending parts.
struct Coordinates {
  View<const float> q;
  View<const float> velocity;
  View<const float> acceleration;
};

/// What a mode may do at most: it is a model of bending, not of tearing. Whatever comes, a
/// coordinate that has reached its end stands still there.
struct ModeRange {
  float most = 0.0f;       ///< |q|
  float max_shown = 0.0f;  ///< of q while the mode is shown by itself, a share of 1
};

/// One of the six numbers of at_pivot().
LIMBER_HD inline float row_at_pivot(View<const float> attachments, const Mount& mount,
                                    const BendingPart& carrier, View<const float> coordinates,
                                    int row) {
  float sum = 0.0f;
  for (int k = 0; k < carrier.modes; ++k)
    sum += attachments[mount.first_row + row * carrier.modes + k] *
           coordinates[carrier.first_coordinate + k];
  return sum;
}

/// A q for 6 x r: how far a pivot is displaced and turned.
LIMBER_HD inline Spatial at_pivot(View<const float> attachments, const Mount& mount,
                                  const BendingPart& carrier, View<const float> coordinates) {
  float sums[6];
  for (int row = 0; row < 6; ++row)
    sums[row] = row_at_pivot(attachments, mount, carrier, coordinates, row);
  return {{sums[0], sums[1], sums[2]}, {sums[3], sums[4], sums[5]}};
}

/// What a force at a pivot does to a mode of its carrier. row: of Mount, and the mode's number.
LIMBER_HD inline float along_mode(View<const float> attachments, int row, int modes,
                                  const Spatial& force) {
  return attachments[row] * force.linear.x + attachments[row + modes] * force.linear.y +
         attachments[row + 2 * modes] * force.linear.z +
         attachments[row + 3 * modes] * force.angular.x +
         attachments[row + 4 * modes] * force.angular.y +
         attachments[row + 5 * modes] * force.angular.z;
}

/// How a frame accelerates that mounts on another, as everything lay at rest, as all that has to do
/// with inertia. base: its carrier's frame; more: of the pivot, by the modes of its carrier.
LIMBER_HD inline Spatial carried(const Mount& mount, const Spatial& base, const Spatial& more) {
  const glm::vec3 lever = mount.rest.position_m - mount.pivot_m;
  return {rotated_back(mount.rest.quaternion, base.linear +
                                                  glm::cross(base.angular, mount.rest.position_m) +
                                                  more.linear + glm::cross(more.angular, lever)),
          rotated_back(mount.rest.quaternion, base.angular + more.angular)};
}

/// v, or the longest vector of its direction that is allowed.
LIMBER_HD inline glm::vec3 no_longer_than(const glm::vec3& v, float limit) {
  const float length = glm::sqrt(glm::dot(v, v));
  return length > limit ? v * (limit / length) : v;
}

}  // namespace limber
