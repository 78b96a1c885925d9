#pragma once

// What is drawn of a pile: the bodies' poses, the spheres' centres and the grabbed points
// ([Harada07, section 29.2.8], where a vertex shader transforms the bodies' meshes).

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/piles/grab_pull.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

struct CopyPoses {
  View<const Pose> poses;
  View<Pose> previous;
  LIMBER_HD void operator()(int b) const { previous[b] = poses[b]; }
};

/// The poses that are drawn.
struct ShownPoses {
  View<const Pose> current;
  View<const Pose> previous;  ///< empty: show `current`
  float blend;                ///< 0 shows `previous`, 1 shows `current`

  LIMBER_HD Pose operator()(int b) const {
    Pose pose = current[b];
    if (previous.empty()) return pose;
    const Pose old = previous[b];
    pose.position_m = old.position_m + (pose.position_m - old.position_m) * blend;
    pose.quaternion = blended_rotation(old.quaternion, pose.quaternion, blend);
    return pose;
  }
};

enum class PileField : std::int32_t { none, speed, force, sleeping };

/// Values by which bodies and their spheres are coloured.
struct PileLook {
  ShownPoses shown;
  PileField field;
  View<const BodyMomentum> momenta;
  View<const BodyInertia> inertias;
  View<const SphereForce> forces;
  View<const float> rest_s;       ///< see MeasureRest
  View<const float> wetness;      ///< 0 to 1, shown with PileField::none
  View<const float> pressures_N;  ///< of the spheres; empty: stiffness times overlap
  float stiffness_N_m;
  View<const int> not_finite;  ///< once raised, the last good vertices are left as they are

  LIMBER_HD float pressure_N(int sphere) const {
    return pressures_N.empty() ? stiffness_N_m * forces[sphere].overlap_m : pressures_N[sphere];
  }
};

struct PublishBodies {
  static constexpr int grain = 64;
  PileLook look;
  View<const int> first_sphere;
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int b) const {
    if (look.not_finite[0] != 0) return;
    const Pose pose = look.shown(b);
    const glm::vec4 q = pose.quaternion;
    out[b] = {pose.position_m, value(b), {q.x, q.y, q.z}, q.w};
  }

 private:
  LIMBER_HD float value(int b) const {
    if (look.field == PileField::none) return look.wetness[b];
    if (look.field == PileField::sleeping) return look.rest_s[b];
    if (look.field == PileField::speed) {
      const glm::vec3 v = look.momenta[b].linear_kg_m_s * look.inertias[b].inverse_mass_per_kg;
      return glm::sqrt(glm::dot(v, v));
    }
    float force_N = 0.0f;
    for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i) force_N += look.pressure_N(i);
    return force_N;
  }
};

struct PublishSpheres {
  PileLook look;
  View<const SphereOnBody> on_body;
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int i) const {
    if (look.not_finite[0] != 0) return;
    const int b = on_body[i].body;
    const Pose pose = look.shown(b);
    const glm::vec3 lever = rotated(pose.quaternion, on_body[i].center_m);
    float value = look.field == PileField::none ? look.wetness[b] : 0.0f;
    if (look.field == PileField::speed) {
      const BodyMomentum momentum = look.momenta[b];
      const BodyInertia inertia = look.inertias[b];
      const glm::vec3 spin =
          angular_velocity_rad_s(pose.quaternion, momentum.angular_kg_m2_s, inertia);
      const glm::vec3 v =
          momentum.linear_kg_m_s * inertia.inverse_mass_per_kg + glm::cross(spin, lever);
      value = glm::sqrt(glm::dot(v, v));
    }
    if (look.field == PileField::force) value = look.pressure_N(i);
    if (look.field == PileField::sleeping) value = look.rest_s[b];
    out[i] = {pose.position_m + lever, value, {0.0f, 1.0f, 0.0f}, 0.0f};
  }
};

/// The grabbed points. Unused vertices are placed at body 0, inside the pile.
struct PublishHeld {
  ShownPoses shown;
  View<const HeldBody> held;
  View<const int> not_finite;
  View<PublishedVertex> out;  ///< as many as can be grabbed

  LIMBER_HD void operator()(int h) const {
    if (not_finite[0] != 0) return;
    const Pose pose = shown(h < held.size ? held[h].body : 0);
    const glm::vec3 at = h < held.size ? held[h].at_m : glm::vec3(0.0f);
    out[h] = {pose.position_m + rotated(pose.quaternion, at), 0.0f, {0.0f, 1.0f, 0.0f}, 0.0f};
  }
};

}  // namespace limber
