#pragma once

// From the tips to the roots: the forces on each part's modes, what its modes would do if its frame
// stood still, and what it hands on to the part that carries it (Barbic, Zhao 2011; Featherstone
// 2008, section 7.3).

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/plants/loads.h"
#include "kernels/plants/part.h"
#include "kernels/view.h"

namespace limber {

/// What a part hands on at its pivot, in its carrier's frame.
struct alignas(16) HandedOn {
  Spatial load;       ///< on the part and all that it carries, as everything lies now
  Spatial inertia;    ///< resistance to being moved by what its modes do; as everything lay at rest
  glm::vec3 pivot_m;  ///< now
  float unused = 0.0f;
};

/// Of each pair of modes of all shapes, r x r a shape, and of each mode.
struct ShapeTables {
  View<const glm::vec3> linear;       ///< sum m U
  View<const glm::mat3> centrifugal;  ///< force on the mode = -w^T C w for a frame that spins by w
  View<const glm::vec3> gyroscopic;   ///< sum m (U_k x U_l)
  View<const float> stiffness;
};

/// One thread a coordinate: everything that acts on a mode but the parts' acceleration.
struct GatherForces {
  static constexpr int grain = 32;
  View<const int> part_of;  ///< of each coordinate of this level
  int first_coordinate;     ///< of this level
  View<const BendingPart> parts;
  ShapeTables shapes;
  View<const float> damping;  ///< r x r a part
  View<const int> riders;
  View<const Ride> rides;
  View<const float> attachments;
  View<const HandedOn> handed_on;
  View<const PartLoad> loads;
  View<const PartMotion> motions;
  View<const PartHold> holds;
  View<const glm::vec3> hold_modes;
  View<const glm::vec3> hold_forces_N;
  int most_modes;
  View<const ModeRange> ranges;
  View<const float> rest_force;  ///< what the shape at rest already carries
  View<const float> predicted_q, predicted_velocity;
  float stiffness;  ///< all parts are so many times as stiff
  View<float> forces;

  LIMBER_HD void operator()(int i) const {
    const int p = part_of[i];
    const BendingPart part = parts[p];
    const int k = first_coordinate + i - part.first_coordinate;
    const int own = part.first_coordinate + k;
    const glm::vec3 spin = motions[p].spin_rad_s;
    const int mode = part.first_shape_mode + k;
    float load = glm::dot(shapes.linear[mode], loads[p].field_m_s2) - rest_force[own];
    for (int h = 0; h < holds.size; ++h)
      if (holds[h].part == p) load += glm::dot(hold_modes[h * most_modes + k], hold_forces_N[h]);
    float inertia = -glm::dot(spin, shapes.centrifugal[mode] * spin);
    add_carried(part, k, load, inertia);
    float held_back = 0.0f;
    for (int l = 0; l < part.modes; ++l) {
      const int other = part.first_coordinate + l, pair = k * part.modes + l;
      const float velocity = predicted_velocity[other];
      inertia +=
          2.0f * velocity * glm::dot(spin, shapes.gyroscopic[part.first_shape_square + pair]);
      held_back += damping[part.first_square + pair] * velocity;
      if (part.cubic < 0)
        held_back +=
            stiffness * shapes.stiffness[part.first_shape_square + pair] * predicted_q[other];
    }
    if (part.cubic < 0) {
      const int diagonal = part.first_shape_square + k * (part.modes + 1);
      load = saturated(load, ranges[own].most * stiffness * shapes.stiffness[diagonal]);
    }
    forces[own] = load + inertia - held_back;
  }

 private:
  /// Nothing is bent for long further than it may be: small loads pass, large ones come to `most`.
  LIMBER_HD static float saturated(float load, float most) {
    const float share = load / most;
    return load / glm::sqrt(1.0f + share * share);
  }

  LIMBER_HD void add_carried(const BendingPart& part, int k, float& load, float& inertia) const {
    for (int n = part.first_rider; n < part.first_rider + part.riders; ++n) {
      const int rider = riders[n];
      const HandedOn got = handed_on[rider];
      const int row = rides[rider].first_row + k;
      load += along(row, part.modes, got.load);
      inertia -= along(row, part.modes, got.inertia);
    }
  }

  LIMBER_HD float along(int row, int r, const Spatial& force) const {
    return attachments[row] * force.linear.x + attachments[row + r] * force.linear.y +
           attachments[row + 2 * r] * force.linear.z + attachments[row + 3 * r] * force.angular.x +
           attachments[row + 4 * r] * force.angular.y + attachments[row + 5 * r] * force.angular.z;
  }
};

/// One thread a coordinate: its acceleration if the part's frame stood still.
struct SolveModes {
  static constexpr int grain = 64;
  View<const int> part_of;
  int first_coordinate;
  View<const BendingPart> parts;
  View<const float> inverses;  ///< of each part's matrix of Newmark, r x r
  View<const float> forces;
  // Newton's method for cubic forces begins where nothing has moved.
  View<const float> q, predicted_q;
  float newmark_s2;  ///< beta dt^2
  View<float> accelerations;

  LIMBER_HD void operator()(int i) const {
    const BendingPart part = parts[part_of[i]];
    if (part.cubic >= 0) {
      const int k = first_coordinate + i;
      accelerations[k] = (q[k] - predicted_q[k]) / newmark_s2;
      return;
    }
    const int row = part.first_square + (first_coordinate + i - part.first_coordinate) * part.modes;
    float sum = 0.0f;
    for (int l = 0; l < part.modes; ++l)
      sum += inverses[row + l] * forces[part.first_coordinate + l];
    accelerations[first_coordinate + i] = sum;
  }
};

/// One thread a bending part of a level, or a rigid part, which bears only loads: its inertia is
/// part of its carrier's.
struct HandOn {
  static constexpr int grain = 32;
  int first_part;
  View<const BendingPart> parts;
  View<const Ride> rides;
  View<const int> riders;
  View<const PartLoad> loads;
  View<const Pose> poses;
  View<const PartMotion> motions;
  View<const float> couplings;      ///< 6 x r: how moving the frame moves the modes' mass
  View<const float> accelerations;  ///< of the modes if the frame stood still
  View<HandedOn> handed_on;

  LIMBER_HD void operator()(int i) const {
    const int p = first_part + i;
    const Ride ride = rides[p];
    if (ride.carrier < 0) return;
    Spatial load{loads[p].force_N, loads[p].torque_N_m};
    Spatial inertia{glm::vec3(0.0f), glm::vec3(0.0f)};
    if (p < parts.size) add_own_and_carried(parts[p], load, inertia);

    const glm::vec4 carrier = poses[ride.carrier].quaternion;
    HandedOn handed;
    handed.pivot_m = motions[p].pivot_m;
    const glm::vec3 lever =
        rotated_back(carrier, poses[p].position_m - poses[ride.carrier].position_m) -
        handed.pivot_m;
    handed.load.linear = rotated_back(carrier, rotated(poses[p].quaternion, load.linear));
    handed.load.angular = rotated_back(carrier, rotated(poses[p].quaternion, load.angular)) +
                          glm::cross(lever, handed.load.linear);
    handed.inertia.linear = rotated(ride.rest.quaternion, inertia.linear);
    handed.inertia.angular = rotated(ride.rest.quaternion, inertia.angular) +
                             glm::cross(ride.rest.position_m - ride.pivot_m, handed.inertia.linear);
    handed_on[p] = handed;
  }

 private:
  LIMBER_HD void add_own_and_carried(const BendingPart& part, Spatial& load,
                                     Spatial& inertia) const {
    float sums[6] = {};
    for (int row = 0; row < 6; ++row)
      for (int k = 0; k < part.modes; ++k)
        sums[row] += couplings[6 * part.first_coordinate + row * part.modes + k] *
                     accelerations[part.first_coordinate + k];
    inertia = {{sums[0], sums[1], sums[2]}, {sums[3], sums[4], sums[5]}};
    for (int n = part.first_rider; n < part.first_rider + part.riders; ++n) {
      const HandedOn got = handed_on[riders[n]];
      load.linear += got.load.linear;
      load.angular += got.load.angular + glm::cross(got.pivot_m, got.load.linear);
      inertia.linear += got.inertia.linear;
      inertia.angular +=
          got.inertia.angular + glm::cross(rides[riders[n]].pivot_m, got.inertia.linear);
    }
  }
};

}  // namespace limber
