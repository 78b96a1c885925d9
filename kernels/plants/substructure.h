#pragma once

// From the tips to the roots: the forces on each part's modes, the modes' accelerations with a
// fixed frame, and the load on the carrier [Barbic11], [Featherstone08, section 7.3].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/plants/loads.h"
#include "kernels/plants/part.h"
#include "kernels/view.h"

namespace limber {

/// Load of a part on its carrier at the pivot, in the carrier's frame.
struct alignas(16) CarriedLoad {
  Spatial load;       ///< on the part and its descendants, in the current pose
  Spatial inertia;    ///< reaction to the modes' accelerations, in the rest pose
  glm::vec3 pivot_m;  ///< current
  int first_row;      ///< of Mount
  glm::vec3 rest_pivot_m;
  float unused;
};

/// Per mode, or per pair of modes (r x r per shape), of all shapes.
struct ShapeTables {
  View<const glm::vec3> linear;       ///< sum m U
  View<const glm::mat3> centrifugal;  ///< force on the mode = -w^T C w for angular velocity w
  View<const glm::vec3> gyroscopic;   ///< sum m (U_k x U_l)
  View<const float> stiffness;
};

/// One thread per coordinate: all forces on a mode except those from the frame's acceleration.
struct GatherForces {
  static constexpr int grain = 32;
  View<const int> part_of;  ///< of each coordinate of this level
  int first_coordinate;     ///< of this level
  View<const BendingPart> parts;
  ShapeTables shapes;
  View<const float> damping;  ///< r x r per part
  View<const float> attachments;
  View<const CarriedLoad> carried_loads;
  View<const PartLoad> loads;
  View<const PartMotion> motions;
  View<const PartHold> holds;
  View<const glm::vec3> hold_modes;
  View<const glm::vec3> hold_forces_N;
  View<const int> carries_hold;  ///< of each bending part; empty: nothing is held
  int max_modes;
  View<const ModeRange> ranges;
  View<const float> rest_force;  ///< load already balanced in the rest shape
  View<const float> predicted_q, predicted_velocity;
  View<const float> wind_N;  ///< of each coordinate; empty: the air is still
  float stiffness;           ///< factor on the stiffness of all parts
  View<float> forces;
  /// Of contacts, one per coordinate; if given, only they act, with the CarriedLoads they cause.
  View<const float> contact_forces{};

  LIMBER_HD void operator()(int i) const {
    const int p = part_of[i];
    const BendingPart part = parts[p];
    const int k = first_coordinate + i - part.first_coordinate;
    const glm::vec3 spin = motions[p].spin_rad_s;
    Sums sums;
    for (int n = part.first_mounted; n < part.first_mounted + part.mounted; ++n)
      add_mounted(sums, part, k, carried_loads[n]);
    for (int l = 0; l < part.modes; ++l) sums.rest += by_mode(part, k, l, spin);
    forces[part.first_coordinate + k] = force(p, part, k, spin, sums);
  }

  /// Forces of mounted parts and of other modes on a mode.
  struct Sums {
    float load = 0.0f;
    float rest = 0.0f;
  };

  /// got: from a child of the part.
  LIMBER_HD void add_mounted(Sums& sums, const BendingPart& part, int k,
                             const CarriedLoad& got) const {
    const int row = got.first_row + k;
    sums.load += along_mode(attachments, row, part.modes, got.load);
    sums.rest -= along_mode(attachments, row, part.modes, got.inertia);
  }

  /// Force of mode l on mode k.
  LIMBER_HD float by_mode(const BendingPart& part, int k, int l, const glm::vec3& spin) const {
    if (!contact_forces.empty()) return 0.0f;
    const int other = part.first_coordinate + l, pair = k * part.modes + l;
    const int of_shape = part.first_shape_square + pair;
    const float velocity = predicted_velocity[other];
    float sum = velocity * (2.0f * glm::dot(spin, shapes.gyroscopic[of_shape]) -
                            damping[part.first_square + pair]);
    if (part.cubic < 0) sum -= stiffness * shapes.stiffness[of_shape] * predicted_q[other];
    return sum;
  }

  /// Force on mode k of part p. spin: the part's angular velocity.
  LIMBER_HD float force(int p, const BendingPart& part, int k, const glm::vec3& spin,
                        const Sums& sums) const {
    const int own = part.first_coordinate + k;
    if (!contact_forces.empty()) return contact_forces[own] + sums.load + sums.rest;
    const int mode = part.first_shape_mode + k;
    float load = glm::dot(shapes.linear[mode], loads[p].field_m_s2) - rest_force[own] + sums.load;
    if (!wind_N.empty()) load += wind_N[own];
    for (int h = 0; h < holds.size; ++h)
      if (holds[h].part == p) load += glm::dot(hold_modes[h * max_modes + k], hold_forces_N[h]);
    // Unless the part carries a grab, which needs its full force and has its own limit.
    if (part.cubic < 0 && (carries_hold.empty() || carries_hold[p] == 0)) {
      const int diagonal = part.first_shape_square + k * (part.modes + 1);
      load = saturated(load, ranges[own].max_q * stiffness * shapes.stiffness[diagonal]);
    }
    return load + sums.rest - glm::dot(spin, shapes.centrifugal[mode] * spin);
  }

 private:
  /// Keeps static bending within its range: the identity for small loads, `most` for large ones.
  LIMBER_HD static float saturated(float load, float max) {
    const float share = load / max;
    return load / glm::sqrt(1.0f + share * share);
  }
};

/// One thread per coordinate: its acceleration with a fixed frame.
struct SolveModes {
  static constexpr int grain = 64;
  View<const int> part_of;
  int first_coordinate;
  View<const BendingPart> parts;
  View<const float> inverses;  ///< of each part's Newmark matrix, r x r
  View<const float> forces;
  /// Newton's method for cubic forces starts from the last step's q. Empty if no iterations follow:
  /// then such parts have their rest stiffness.
  View<const float> q, predicted_q;
  float newmark_s2;  ///< beta dt^2
  View<float> accelerations;

  LIMBER_HD void operator()(int i) const {
    const BendingPart part = parts[part_of[i]];
    accelerations[first_coordinate + i] =
        acceleration(part, first_coordinate + i - part.first_coordinate,
                     forces.part(part.first_coordinate, part.modes));
  }

  /// forces_of_part: one per mode.
  LIMBER_HD float acceleration(const BendingPart& part, int k,
                               View<const float> forces_of_part) const {
    if (begins_newton(part)) {
      const int own = part.first_coordinate + k;
      return (q[own] - predicted_q[own]) / newmark_s2;
    }
    float sum = 0.0f;
    for (int l = 0; l < part.modes; ++l) sum += inverse(part, k, l) * forces_of_part[l];
    return sum;
  }

  LIMBER_HD bool begins_newton(const BendingPart& part) const {
    return part.cubic >= 0 && !q.empty();
  }

  LIMBER_HD float inverse(const BendingPart& part, int k, int l) const {
    return inverses[part.first_square + k * part.modes + l];
  }
};

/// One thread per bending part of a level, or per rigid part, which passes on only loads: its
/// inertia is part of its carrier's.
struct LoadCarrier {
  static constexpr int grain = 32;
  int first_part;
  View<const BendingPart> parts;
  View<const Mount> mounts;
  View<const PartLoad> loads;
  View<const Pose> poses;
  View<const PartMotion> motions;
  View<const float> couplings;      ///< 6 x r: inertia between the frame and the modes
  View<const float> accelerations;  ///< of the modes with a fixed frame
  View<CarriedLoad> carried_loads;  ///< one per mounted part

  LIMBER_HD void operator()(int i) const {
    const int p = first_part + i;
    Wrenches sums{{loads[p].force_N, loads[p].torque_N_m}, {glm::vec3(0.0f), glm::vec3(0.0f)}};
    if (p < parts.size) {
      const BendingPart part = parts[p];
      float own[6] = {};
      for (int row = 0; row < 6; ++row)
        for (int k = 0; k < part.modes; ++k)
          own[row] += coupling(part, row, k) * accelerations[part.first_coordinate + k];
      sums.inertia = {{own[0], own[1], own[2]}, {own[3], own[4], own[5]}};
      for (int n = part.first_mounted; n < part.first_mounted + part.mounted; ++n)
        add_mounted(sums, carried_loads[n]);
    }
    store_on_carrier(p, sums);
  }

  /// Sums over a part and its descendants, in its frame.
  struct Wrenches {
    Spatial load;
    Spatial inertia;

    LIMBER_HD void add(const Wrenches& more) {
      load.add(more.load);
      inertia.add(more.inertia);
    }
  };

  /// got: from a child of the part.
  LIMBER_HD static void add_mounted(Wrenches& sums, const CarriedLoad& got) {
    sums.load.linear += got.load.linear;
    sums.load.angular += got.load.angular + glm::cross(got.pivot_m, got.load.linear);
    sums.inertia.linear += got.inertia.linear;
    sums.inertia.angular += got.inertia.angular + glm::cross(got.rest_pivot_m, got.inertia.linear);
  }

  /// Reaction of the part's own mass per acceleration of mode k, one of six components.
  LIMBER_HD float coupling(const BendingPart& part, int row, int k) const {
    return couplings[6 * part.first_coordinate + row * part.modes + k];
  }

  /// Stores the load on the carrier of part p, if it has one.
  LIMBER_HD void store_on_carrier(int p, const Wrenches& sums) const {
    const Mount mount = mounts[p];
    if (mount.carrier < 0) return;
    const glm::vec4 carrier = poses[mount.carrier].quaternion;
    CarriedLoad carried;
    carried.pivot_m = motions[p].pivot_m;
    const glm::vec3 lever =
        rotated_back(carrier, poses[p].position_m - poses[mount.carrier].position_m) -
        carried.pivot_m;
    carried.load.linear = rotated_back(carrier, rotated(poses[p].quaternion, sums.load.linear));
    carried.load.angular = rotated_back(carrier, rotated(poses[p].quaternion, sums.load.angular)) +
                           glm::cross(lever, carried.load.linear);
    carried.inertia.linear = rotated(mount.rest.quaternion, sums.inertia.linear);
    carried.inertia.angular =
        rotated(mount.rest.quaternion, sums.inertia.angular) +
        glm::cross(mount.rest.position_m - mount.pivot_m, carried.inertia.linear);
    carried.first_row = mount.first_row;
    carried.rest_pivot_m = mount.pivot_m;
    carried.unused = 0.0f;
    carried_loads[mount.place] = carried;
  }
};

}  // namespace limber
