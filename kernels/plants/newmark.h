#pragma once

// From the roots to the tips: the motion of each frame and then of its part's modes, by Newmark's
// implicit rule [Newmark59].

#include <glm/glm.hpp>

#include "kernels/frame_inputs.h"
#include "kernels/hd.h"
#include "kernels/plants/part.h"
#include "kernels/portable_math.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// q += dt v + dt^2 ((1/2 - beta) a + beta a'), v += dt ((1 - gamma) a + gamma a'). Second order
/// and undamped for gamma 1/2 and beta 1/4; above that, high frequencies are damped.
struct NewmarkRule {
  float beta = 0.25f;
  float gamma = 0.5f;
  float dt_s = 0.01f;
};

/// The explicit part of a step. One thread per coordinate.
struct PredictModes {
  Coordinates now;
  View<float> q, velocity;
  NewmarkRule rule;

  LIMBER_HD void operator()(int k) const {
    const float a = now.acceleration[k], dt = rule.dt_s;
    q[k] = now.q[k] + dt * (now.velocity[k] + dt * (0.5f - rule.beta) * a);
    velocity[k] = now.velocity[k] + dt * (1.0f - rule.gamma) * a;
  }
};

/// One mode that is played back in all parts that have it, without simulation.
struct PlayedMode {
  int mode = -1;  ///< -1: the parts are simulated
  float share = 0.0f;
  float turns_per_s = 0.0f;
};

/// One thread per coordinate of a level.
struct MoveModes {
  static constexpr int grain = 64;
  View<const int> part_of;
  int first_coordinate;
  View<const BendingPart> parts;
  View<const float> responses;  ///< 6 x r: acceleration of the modes per acceleration of the frame
  View<const Spatial> frame_accelerations;
  View<const float> accelerations;  ///< of the modes with a fixed frame
  View<const ModeRange> ranges;
  View<const float> predicted_q, predicted_velocity;
  View<const FrameInputs> inputs;
  View<float> q, velocity, acceleration;
  View<int> not_finite;
  PlayedMode played;
  NewmarkRule rule;
  double time_in_frame_s;

  LIMBER_HD void operator()(int i) const {
    const int at = first_coordinate + i;
    const int p = part_of[i];
    const BendingPart part = parts[p];
    move(part, at - part.first_coordinate, frame_accelerations[p]);
  }

  /// Moves mode k of a part whose frame has that acceleration.
  LIMBER_HD void move(const BendingPart& part, int k, const Spatial& frame) const {
    const int at = part.first_coordinate + k;
    if (played.mode >= 0) {
      play(at, k);
      return;
    }
    const int row = 6 * part.first_coordinate + k, r = part.modes;
    const glm::vec3 linear(responses[row], responses[row + r], responses[row + 2 * r]);
    const glm::vec3 angular(responses[row + 3 * r], responses[row + 4 * r], responses[row + 5 * r]);
    float a = accelerations[at] - glm::dot(linear, frame.linear) - glm::dot(angular, frame.angular);
    float x = predicted_q[at] + rule.beta * rule.dt_s * rule.dt_s * a;
    float v = predicted_velocity[at] + rule.gamma * rule.dt_s * a;
    const float max_q = ranges[at].max_q;
    if (x > max_q || x < -max_q) {
      x = x > 0.0f ? max_q : -max_q;
      a = v = 0.0f;
    }
    const float fastest = 2.0f * max_q / rule.dt_s;  // the whole range in a step
    if (v > fastest || v < -fastest) v = v > 0.0f ? fastest : -fastest;
    if (!is_finite(x + v + a)) raise_flag(not_finite[0]);
    q[at] = x;
    velocity[at] = v;
    acceleration[at] = a;
  }

 private:
  LIMBER_HD void play(int at, int k) const {
    const float time_s = inputs[0].at_s(time_in_frame_s) + rule.dt_s;
    q[at] = k == played.mode
                ? played.share * ranges[at].max_shown * sin_of_turns(played.turns_per_s * time_s)
                : 0.0f;
    velocity[at] = acceleration[at] = 0.0f;
  }
};

/// Places frames on their carriers, which have moved. One thread per part from first_part on.
struct FollowCarrier {
  static constexpr int grain = 32;
  int first_part;
  View<const Mount> mounts;
  View<const BendingPart> parts;
  View<const float> attachments;
  Coordinates now;
  View<Pose> poses;
  View<PartMotion> motions;
  View<Spatial> frame_accelerations;  ///< of bending parts
  float max_spin_rad_s;
  float max_drift_m_s2;

  LIMBER_HD void operator()(int i) const {
    const int p = first_part + i;
    const Mount mount = mounts[p];
    if (mount.carrier < 0) return;
    const BendingPart carrier = parts[mount.carrier];
    place(p, mount, at_pivot(attachments, mount, carrier, now.q),
          at_pivot(attachments, mount, carrier, now.velocity));
    if (p < parts.size)
      frame_accelerations[p] =
          accelerated(mount, at_pivot(attachments, mount, carrier, now.acceleration));
  }

  /// moved, rate: displacement and velocity of the pivot by the modes of part p's carrier.
  LIMBER_HD void place(int p, const Mount& mount, const Spatial& moved, const Spatial& rate) const {
    const Pose base = poses[mount.carrier];
    const PartMotion moves = motions[mount.carrier];
    const glm::vec4 turn = turned({0.0f, 0.0f, 0.0f, 1.0f}, moved.angular);
    const glm::vec4 to_carrier = unit_quaternion(quaternion_product(turn, mount.rest.quaternion));
    const glm::vec3 lever = rotated(turn, mount.rest.position_m - mount.pivot_m);
    PartMotion motion;
    motion.pivot_m = mount.pivot_m + moved.linear;
    const glm::vec3 at = motion.pivot_m + lever;
    const glm::vec3 slip = rate.linear + glm::cross(rate.angular, lever);
    const glm::vec3 sweep = glm::cross(moves.spin_rad_s, at);
    motion.velocity_m_s = rotated_back(to_carrier, moves.velocity_m_s + sweep + slip);
    motion.spin_rad_s =
        no_longer_than(rotated_back(to_carrier, moves.spin_rad_s + rate.angular), max_spin_rad_s);
    motion.drift_m_s2 = no_longer_than(
        rotated_back(to_carrier,
                     moves.drift_m_s2 + glm::cross(moves.spin_rad_s, sweep + 2.0f * slip)),
        max_drift_m_s2);
    motions[p] = motion;
    poses[p] = {base.position_m + rotated(base.quaternion, at), 0.0f,
                unit_quaternion(quaternion_product(base.quaternion, to_carrier))};
  }

  /// more: acceleration of the pivot by the carrier's modes.
  LIMBER_HD Spatial accelerated(const Mount& mount, const Spatial& more) const {
    return carried(mount, frame_accelerations[mount.carrier], more);
  }
};

}  // namespace limber
