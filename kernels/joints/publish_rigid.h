#pragma once

// What is drawn of rigid bodies: their poses, and the points that the grab holds.

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/joints/held_point.h"
#include "kernels/joints/parked.h"
#include "kernels/joints/rigid_body.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

struct CopyRigidPoses {
  View<const RigidPose> poses;
  View<RigidPose> previous;
  LIMBER_HD void operator()(int b) const { previous[b] = poses[b]; }
};

enum class RigidField : std::int32_t { none, speed, joint_force, sleeping };

/// The poses that are drawn.
struct ShownRigid {
  View<const RigidPose> current;
  View<const RigidPose> previous;  ///< empty: show `current`
  double blend;                    ///< 0 shows `previous`, 1 shows `current`

  LIMBER_HD RigidPose operator()(int b) const {
    return previous.empty() ? current[b] : between(previous[b], current[b], blend);
  }
};

/// One thread per published pose; bodies of the same shape are adjacent.
struct PublishRigid {
  static constexpr int grain = 64;
  ShownRigid shown;
  View<const int> body_of_vertex;
  RigidField field;
  View<const RigidMomentum> momenta;
  View<const RigidInertia> inertias;
  Incidence joints_of_body;
  View<const float> forces_N;
  View<const int> rest_s;      ///< bits of floats
  int some_park;               ///< parked bodies get a zero quaternion, which draws nothing
  View<const int> not_finite;  ///< once raised, the last finite vertices are kept
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int v) const {
    if (not_finite[0] != 0) return;
    const int b = body_of_vertex[v];
    const RigidPose pose = shown(b);
    const bool parked = some_park != 0 && is_parked(pose);
    const glm::vec4 q = parked ? glm::vec4(0.0f) : glm::vec4(pose.quaternion);
    out[v] = {glm::vec3(pose.position_m), value(b), {q.x, q.y, q.z}, q.w};
  }

 private:
  LIMBER_HD float value(int b) const {
    if (field == RigidField::speed) {
      const glm::vec3 v(momenta[b].linear_kg_m_s * inertias[b].inverse_mass_per_kg);
      return glm::sqrt(glm::dot(v, v));
    }
    if (field == RigidField::sleeping) return float_of(rest_s[b]);
    float max_N = 0.0f;
    if (field == RigidField::joint_force)
      for (int i = joints_of_body.first[b]; i < joints_of_body.first[b + 1]; ++i)
        max_N = glm::max(max_N, forces_N[joints_of_body.items[i]]);
    return max_N;
  }
};

/// The held points; unused slots get the centre of body 0.
struct PublishHeldRigid {
  ShownRigid shown;
  View<const HeldRigid> held;
  View<const int> not_finite;
  View<PublishedVertex> out;  ///< as many as can be held

  LIMBER_HD void operator()(int h) const {
    if (not_finite[0] != 0) return;
    const RigidPose pose = shown(h < held.size ? held[h].body : 0);
    const glm::dvec3 at_m = h < held.size ? held[h].at_m : glm::dvec3(0.0);
    out[h] = {glm::vec3(pose.position_m + rotated(pose.quaternion, at_m)),
              0.0f,
              {0.0f, 1.0f, 0.0f},
              0.0f};
  }
};

}  // namespace limber
