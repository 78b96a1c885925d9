#pragma once

// External loads on each part: gravity, wind and the user's grab, and the inertial forces of its
// rotating frame [Barbic11, section 4].

#include <glm/glm.hpp>

#include "kernels/frame_inputs.h"
#include "kernels/grab.h"
#include "kernels/hd.h"
#include "kernels/plants/part.h"
#include "kernels/view.h"
#include "kernels/wind.h"

namespace limber {

/// A point of a part that the user holds. Its modes are a row of hold_modes.
struct alignas(16) PartHold {
  glm::vec3 at_m{0.0f};  ///< at rest, in the part's frame
  int part = -1;
  glm::vec3 pull_N{0.0f};  ///< of the last step, in the world, on the point and the grab's mass
  float mass_kg = 0.0f;    ///< of the grab, which is part of the plant's matrices
  float limit_N = 0.0f;    ///< of the pull
  float unused[3] = {0.0f, 0.0f, 0.0f};
};

/// What acts on one part, in its frame.
struct alignas(16) PartLoad {
  glm::vec3 force_N{0.0f};
  float unused = 0.0f;
  glm::vec3 torque_N_m{0.0f};
  float unused_too = 0.0f;
  glm::vec3 field_m_s2{0.0f};  ///< acceleration applied uniformly to its mass
  float unused_at_last = 0.0f;
};

/// Moves the grab's references and computes its pulls. The grab is a mass with a prescribed motion
/// that is tied to the point, plus the force of the last step (see kernels/fem/step.h): the mass
/// keeps it stable whatever the plant does, and there is no stiffness to leave an error. One thread
/// per hold.
struct PullParts {
  static constexpr int grain = 1;
  static constexpr float tracking_per_s = 15.0f;  ///< low, as plants sway slowly
  View<PartHold> holds;
  View<GrabHold> references;  ///< of each hold
  View<const glm::vec3> hold_modes;
  int max_modes;
  View<const Mount> mounts;
  View<const BendingPart> parts;
  View<const float> attachments;
  View<const Pose> poses;
  View<const PartMotion> motions;
  View<const Spatial> frame_accelerations;  ///< of bending parts
  Coordinates now;
  View<const FrameInputs> inputs;
  View<glm::vec3> forces_N;  ///< in the part's frame
  float scale;               ///< see led()
  float gamma;               ///< of Newmark
  float dt_s;

  LIMBER_HD void operator()(int h) const {
    PartHold hold = holds[h];
    glm::vec3 at = hold.at_m, velocity(0.0f), acceleration(0.0f);
    if (hold.part < parts.size) {
      const BendingPart part = parts[hold.part];
      for (int k = 0; k < part.modes; ++k) {
        const glm::vec3 mode = hold_modes[h * max_modes + k];
        at += mode * now.q[part.first_coordinate + k];
        velocity += mode * now.velocity[part.first_coordinate + k];
        acceleration += mode * now.acceleration[part.first_coordinate + k];
      }
    }
    const Pose pose = poses[hold.part];
    const PartMotion motion = motions[hold.part];
    const Spatial frame = frame_acceleration(hold.part);
    velocity += motion.velocity_m_s + glm::cross(motion.spin_rad_s, at);
    acceleration += frame.linear + glm::cross(frame.angular, hold.at_m);
    const HeldPoint point{pose.position_m + rotated(pose.quaternion, at),
                          rotated(pose.quaternion, velocity)};
    glm::vec3 force(0.0f);  // of the grab on the point in the last step
    if (references[h].fresh == 0)
      force = clamped_length(hold.pull_N - rotated(pose.quaternion, acceleration) * hold.mass_kg,
                             hold.limit_N);
    const GrabHold reference = led(references[h], point, inputs[0].grab_target_m, scale, dt_s);
    // Uses the velocity that Newmark's rule predicts without the new acceleration: with the grab's
    // mass, the pull then acts as a damper on the velocity at the end of the step. With the current
    // velocity, it would excite stiff modes. This gain keeps accelerations from ringing.
    const glm::vec3 predicted =
        point.velocity_m_s + rotated(pose.quaternion, acceleration) * ((1.0f - gamma) * dt_s);
    const glm::vec3 missing = wanted_m_s(reference, point.at_m, dt_s, tracking_per_s) - predicted;
    const glm::vec3 change = missing * (hold.mass_kg / dt_s);
    // A force that slows the point down has no limit: else the point would overshoot its target.
    if (glm::dot(missing, point.velocity_m_s) < 0.0f)
      hold.pull_N = force + change;
    else
      hold.pull_N = clamped_length(force + change, hold.limit_N);
    references[h] = reference;
    holds[h] = hold;
    forces_N[h] = rotated_back(pose.quaternion, hold.pull_N);
  }

 private:
  LIMBER_HD Spatial frame_acceleration(int p) const {
    if (p < parts.size) return frame_accelerations[p];
    const Mount mount = mounts[p];
    if (mount.carrier < 0) return {glm::vec3(0.0f), glm::vec3(0.0f)};
    return carried(mount, frame_accelerations[mount.carrier],
                   at_pivot(attachments, mount, parts[mount.carrier], now.acceleration));
  }
};

/// Wind pressure along each face's normal, and lift. As drag is the mean over all directions, a
/// face perpendicular to the wind gets twice as much. The sum is scaled down where a step would
/// reverse the part's motion. max_wind_faces threads per part.
struct WindOnFaces {
  View<const Mount> mounts;
  View<const PartBody> bodies;
  View<const BendingPart> parts;
  View<const WindFace> faces;
  View<const glm::vec3> face_modes;
  View<const float> velocity;  ///< of the coordinates
  View<const Pose> poses;
  View<const PartMotion> motions;
  View<const FrameInputs> inputs;
  View<glm::vec3> forces_N;  ///< max_wind_faces per part
  Wind wind;
  float lift_kg_m3;  ///< density of air times the lift coefficient; see lifted_m4_s2
  double time_in_frame_s;
  float dt_s;

  LIMBER_HD void operator()(int thread) const {
    const int i = thread / max_wind_faces, f = thread % max_wind_faces;
    const PartBody body = bodies[mounts[i].shape];
    if (f >= body.faces || !(body.mass_kg > 0.0f)) return;
    const BendingPart part = i < parts.size ? parts[i] : BendingPart{};
    const Pose pose = poses[i];
    const PartMotion motion = motions[i];
    const glm::vec3 middle = pose.position_m + rotated(pose.quaternion, body.middle_m);
    const FrameInputs& frame = inputs[0];
    const glm::vec3 air = rotated_back(
        pose.quaternion, air_m_s(wind, frame.breath, middle, frame.at_s(time_in_frame_s)));
    const glm::vec3 past = air - motion.velocity_m_s - glm::cross(motion.spin_rad_s, body.middle_m);
    const float rate_kg_s =
        0.5f * (wind.pressure_kg_m3 + lift_kg_m3) * body.area_m2 * glm::sqrt(glm::dot(past, past));
    const float share = 1.0f / (1.0f + rate_kg_s * dt_s / body.mass_kg);
    const WindFace face = faces[body.first_face + f];
    glm::vec3 relative = air - motion.velocity_m_s - glm::cross(motion.spin_rad_s, face.middle_m);
    for (int k = 0; k < part.modes; ++k)
      relative -= face_modes[face.first_mode + k] * velocity[part.first_coordinate + k];
    const float size_m2 = glm::sqrt(glm::dot(face.area_m2, face.area_m2));
    forces_N[thread] =
        share * (wind.pressure_kg_m3 * pressed_m4_s2(face.area_m2, size_m2, relative) +
                 0.5f * lift_kg_m3 * lifted_m4_s2(face.area_m2, size_m2, relative));
  }
};

/// The wind's force on each mode. One thread per coordinate.
struct WindOnModes {
  View<const int> part_of_coordinate;
  View<const Mount> mounts;
  View<const PartBody> bodies;
  View<const BendingPart> parts;
  View<const WindFace> faces;
  View<const glm::vec3> face_modes;
  View<const glm::vec3> forces_N;
  View<float> wind_N;

  LIMBER_HD void operator()(int c) const {
    const int i = part_of_coordinate[c];
    const PartBody body = bodies[mounts[i].shape];
    float sum = 0.0f;
    if (body.mass_kg > 0.0f)
      for (int f = 0; f < body.faces; ++f)
        sum += glm::dot(
            face_modes[faces[body.first_face + f].first_mode + c - parts[i].first_coordinate],
            forces_N[i * max_wind_faces + f]);
    wind_N[c] = sum;
  }
};

/// One thread per part, bending or not. In still air, drag acts on a part as a whole.
struct LoadParts {
  View<const Mount> mounts;
  View<const PartBody> bodies;
  View<const WindFace> faces;
  View<const glm::vec3> wind_N;  ///< on faces, see WindOnFaces; empty: the air is still
  View<const Pose> poses;
  View<const PartMotion> motions;
  View<const PartHold> holds;
  View<const glm::vec3> hold_forces_N;
  View<const FrameInputs> inputs;
  View<PartLoad> loads;
  Wind wind;
  glm::vec3 gravity_m_s2;
  double time_in_frame_s;
  float dt_s;

  LIMBER_HD void operator()(int i) const { loads[i] = load(i); }

  LIMBER_HD PartLoad load(int i) const {
    const PartBody body = bodies[mounts[i].shape];
    const Pose pose = poses[i];
    const PartMotion motion = motions[i];
    PartLoad load;
    load.field_m_s2 = rotated_back(pose.quaternion, gravity_m_s2) - motion.drift_m_s2;
    load.torque_N_m = glm::cross(body.first_moment_kg_m, load.field_m_s2);
    if (!wind_N.empty()) {
      const int count = body.mass_kg > 0.0f ? body.faces : 0;
      for (int f = 0; f < count; ++f) {
        const glm::vec3 force = wind_N[i * max_wind_faces + f];
        load.force_N += force;
        load.torque_N_m += glm::cross(faces[body.first_face + f].middle_m, force);
      }
    } else if (wind.pressure_kg_m3 > 0.0f && body.mass_kg > 0.0f) {
      const glm::vec3 force = drag_N(body, pose, motion);
      load.field_m_s2 += force / body.mass_kg;
      load.torque_N_m += glm::cross(body.middle_m, force);
    }
    load.force_N +=
        load.field_m_s2 * body.mass_kg -
        glm::cross(motion.spin_rad_s, glm::cross(motion.spin_rad_s, body.first_moment_kg_m));
    for (int h = 0; h < holds.size; ++h) {
      if (holds[h].part != i) continue;
      load.force_N += hold_forces_N[h];
      load.torque_N_m += glm::cross(holds[h].at_m, hold_forces_N[h]);
    }
    return load;
  }

 private:
  /// Drag relative to the part's motion; implicit, so that no step reverses that motion.
  LIMBER_HD glm::vec3 drag_N(const PartBody& body, const Pose& pose,
                             const PartMotion& motion) const {
    const glm::vec3 middle = pose.position_m + rotated(pose.quaternion, body.middle_m);
    const glm::vec3 air = wind.at(middle, inputs[0].at_s(time_in_frame_s));
    const glm::vec3 relative = rotated_back(pose.quaternion, air) - motion.velocity_m_s -
                               glm::cross(motion.spin_rad_s, body.middle_m);
    const float rate_kg_s =
        0.5f * wind.pressure_kg_m3 * body.area_m2 * glm::sqrt(glm::dot(relative, relative));
    return relative * (rate_kg_s / (1.0f + rate_kg_s * dt_s / body.mass_kg));
  }
};

}  // namespace limber
