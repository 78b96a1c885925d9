#pragma once

// What pulls at each part from outside: gravity, the wind and the user's hand, and the inertia of
// what is carried around by a turning frame (Barbic, Zhao 2011, section 4).

#include <glm/glm.hpp>

#include "kernels/frame_inputs.h"
#include "kernels/hd.h"
#include "kernels/plants/part.h"
#include "kernels/view.h"
#include "kernels/wind.h"

namespace limber {

/// A point of a part that the user holds. Its modes stand in a row of their own, `most` a hold.
struct PartHold {
  int part = -1;         ///< -1: nothing is held, nor by any hold after this one
  bool pinned = false;   ///< at target_m; else where the user's hand is
  glm::vec3 at_m{0.0f};  ///< at rest, in the part's frame
  glm::vec3 target_m{0.0f};
  glm::mat3 mobility_per_kg{0.0f};  ///< acceleration by a force there, by the end of a step
  float stiffness_N_m = 0.0f;
  float damping_N_s_m = 0.0f;
  glm::vec3 rest_m{0.0f};    ///< the point at rest, in the world
  float bending_N_m = 0.0f;  ///< steady force by how far the target is from there
  float most_N = 0.0f;       ///< of the steady force
};

/// What acts on one part, in its frame.
struct alignas(16) PartLoad {
  glm::vec3 force_N{0.0f};
  float unused = 0.0f;
  glm::vec3 torque_N_m{0.0f};
  float unused_too = 0.0f;
  glm::vec3 field_m_s2{0.0f};  ///< what pulls evenly at all of its mass
  float unused_at_last = 0.0f;
};

/// A critically damped spring at each point that is held, in implicit form: no stiffness moves the
/// point past the target within one step. It is as strong as what is light needs it; what is stiff
/// is bent by a steady force on top of it, which depends on the target alone: a spring that stiff
/// would have to know what the whole plant does within the step. One thread a hold.
struct PullParts {
  static constexpr int grain = 1;
  View<const PartHold> holds;
  View<const glm::vec3> hold_modes;
  int most_modes;
  View<const BendingPart> parts;
  View<const Pose> poses;
  View<const PartMotion> motions;
  Coordinates now;
  View<const FrameInputs> inputs;
  View<glm::vec3> forces_N;  ///< in the part's frame
  float limit_m;             ///< it pulls no harder than from so far
  float beta, gamma;         ///< of Newmark
  float dt_s;

  LIMBER_HD void operator()(int h) const {
    const PartHold hold = holds[h];
    forces_N[h] = glm::vec3(0.0f);
    if (hold.part < 0) return;
    glm::vec3 at = hold.at_m, bending(0.0f);
    if (hold.part < parts.size) {
      const BendingPart part = parts[hold.part];
      for (int k = 0; k < part.modes; ++k) {
        const glm::vec3 mode = hold_modes[h * most_modes + k];
        at += mode * now.q[part.first_coordinate + k];
        bending += mode * now.velocity[part.first_coordinate + k];
      }
    }
    const Pose pose = poses[hold.part];
    const PartMotion motion = motions[hold.part];
    const glm::vec3 velocity = motion.velocity_m_s + glm::cross(motion.spin_rad_s, at) + bending;
    const glm::vec3 target = hold.pinned ? hold.target_m : inputs[0].grab_target_m;
    const glm::vec3 way =
        no_longer_than(rotated_back(pose.quaternion, target - pose.position_m) - at, limit_m);
    const float pull = hold.stiffness_N_m * beta * dt_s * dt_s + hold.damping_N_s_m * gamma * dt_s;
    const glm::mat3 implicit = glm::mat3(1.0f) + hold.mobility_per_kg * pull;
    const glm::vec3 steady = no_longer_than(
        hold.bending_N_m * no_longer_than(target - hold.rest_m, limit_m), hold.most_N);
    forces_N[h] = glm::inverse(implicit) * (hold.stiffness_N_m * (way - velocity * dt_s) -
                                            hold.damping_N_s_m * velocity) +
                  rotated_back(pose.quaternion, steady);
  }
};

/// One thread a part, bending or not.
struct LoadParts {
  View<const Ride> rides;
  View<const PartBody> bodies;
  View<const Pose> poses;
  View<const PartMotion> motions;
  View<const PartHold> holds;
  View<const glm::vec3> hold_forces_N;
  View<const FrameInputs> inputs;
  View<PartLoad> loads;
  Wind wind;
  glm::vec3 gravity_m_s2;
  float time_in_frame_s;
  float dt_s;

  LIMBER_HD void operator()(int i) const { loads[i] = load(i); }

  LIMBER_HD PartLoad load(int i) const {
    const PartBody body = bodies[rides[i].shape];
    const Pose pose = poses[i];
    const PartMotion motion = motions[i];
    PartLoad load;
    load.field_m_s2 = rotated_back(pose.quaternion, gravity_m_s2) - motion.drift_m_s2;
    load.torque_N_m = glm::cross(body.first_moment_kg_m, load.field_m_s2);
    if (wind.pressure_kg_m3 > 0.0f && body.mass_kg > 0.0f) {
      const glm::vec3 force = drag_N(body, pose, motion);
      load.field_m_s2 += force / body.mass_kg;
      load.torque_N_m += glm::cross(body.middle_m, force);
    }
    load.force_N =
        load.field_m_s2 * body.mass_kg -
        glm::cross(motion.spin_rad_s, glm::cross(motion.spin_rad_s, body.first_moment_kg_m));
    for (int h = 0; h < holds.size && holds[h].part >= 0; ++h) {
      if (holds[h].part != i) continue;
      load.force_N += hold_forces_N[h];
      load.torque_N_m += glm::cross(holds[h].at_m, hold_forces_N[h]);
    }
    return load;
  }

 private:
  /// Drag as seen from the part's own motion; implicit, so that no step turns that motion round.
  LIMBER_HD glm::vec3 drag_N(const PartBody& body, const Pose& pose,
                             const PartMotion& motion) const {
    const glm::vec3 middle = pose.position_m + rotated(pose.quaternion, body.middle_m);
    const glm::vec3 air = wind.at(middle, inputs[0].time_s + time_in_frame_s);
    const glm::vec3 relative = rotated_back(pose.quaternion, air) - motion.velocity_m_s -
                               glm::cross(motion.spin_rad_s, body.middle_m);
    const float rate_kg_s =
        0.5f * wind.pressure_kg_m3 * body.area_m2 * glm::sqrt(glm::dot(relative, relative));
    return relative * (rate_kg_s / (1.0f + rate_kg_s * dt_s / body.mass_kg));
  }
};

}  // namespace limber
