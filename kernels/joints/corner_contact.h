#pragma once

// The corners of boxes on colliders: impulses at the velocity that keep a corner out at the end of
// the step, with Coulomb friction (Catto, "Iterative dynamics with temporal coherence", 2005). They
// take turns with the solves for the joints.

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/hd.h"
#include "kernels/joints/rigid_body.h"
#include "kernels/view.h"

namespace limber {

inline constexpr int box_corners = 8;

/// One thread a body.
struct TouchColliders {
  static constexpr int grain = 32;
  static constexpr int sweeps = 4;                 ///< over the corners of a body
  static constexpr double recovered_per_s = 10.0;  ///< of what a corner lies too deep
  static constexpr double fastest_recovery_m_s = 1.0;

  View<const Collider> colliders;
  View<const RigidPose> poses;  ///< as the step begins
  View<const RigidInertia> inertias;
  View<const glm::vec3> half_sizes_m;
  View<RigidMomentum> momenta;
  View<glm::dvec3> impulses_N_s;  ///< of each corner so far in this step
  double friction;
  bool first;  ///< in this step
  double dt_s;

  LIMBER_HD void operator()(int b) const {
    if (first)
      for (int c = 0; c < box_corners; ++c) impulses_N_s[box_corners * b + c] = glm::dvec3(0.0);
    const RigidInertia inertia = inertias[b];
    if (!inertia.moves() || !is_near(b, inertia)) return;
    Contact contacts[box_corners];
    for (int c = 0; c < box_corners; ++c) contacts[c] = contact_at(b, c);
    RigidMomentum momentum = momenta[b];
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (int c = 0; c < box_corners; ++c)
        push(contacts[c], poses[b], inertia, momentum, impulses_N_s[box_corners * b + c]);
    momenta[b] = momentum;
  }

 private:
  struct Contact {
    glm::dvec3 lever_m, normal, surface_m_s;
    double gap_m;
  };

  /// Whether any collider can be reached within the step.
  LIMBER_HD bool is_near(int b, const RigidInertia& inertia) const {
    const double radius_m = glm::length(half_sizes_m[b]);
    const glm::dvec3 v = momenta[b].linear_kg_m_s * inertia.inverse_mass_per_kg;
    const double reach_m = radius_m + 2.0 * dt_s * glm::sqrt(glm::dot(v, v)) + 0.01;
    const glm::vec3 center_m(poses[b].position_m);
    for (int i = 0; i < colliders.size; ++i)
      if (nearest_surface(colliders[i], center_m).distance_m <= reach_m) return true;
    return false;
  }

  LIMBER_HD Contact contact_at(int b, int corner) const {
    const glm::dvec3 half_m(half_sizes_m[b]);
    const glm::dvec3 at_m(corner & 1 ? half_m.x : -half_m.x, corner & 2 ? half_m.y : -half_m.y,
                          corner & 4 ? half_m.z : -half_m.z);
    Contact contact{rotated(poses[b].quaternion, at_m), glm::dvec3(0.0, 1.0, 0.0), glm::dvec3(0.0),
                    1e30};
    const glm::vec3 corner_m(poses[b].position_m + contact.lever_m);
    for (int i = 0; i < colliders.size; ++i) {
      const SurfacePoint point = nearest_surface(colliders[i], corner_m);
      if (!(point.distance_m < contact.gap_m)) continue;
      contact.gap_m = point.distance_m;
      contact.normal = glm::dvec3(point.normal);
      contact.surface_m_s = glm::dvec3(surface_velocity_m_s(colliders[i], corner_m));
    }
    return contact;
  }

  /// How easily the corner moves along a direction.
  LIMBER_HD static double mobility(const Contact& contact, const RigidPose& pose,
                                   const RigidInertia& inertia, const glm::dvec3& along) {
    const glm::dvec3 arm = glm::cross(contact.lever_m, along);
    return inertia.inverse_mass_per_kg + glm::dot(arm, spin_rad_s(inertia, pose.quaternion, arm));
  }

  LIMBER_HD void push(const Contact& contact, const RigidPose& pose, const RigidInertia& inertia,
                      RigidMomentum& momentum, glm::dvec3& impulse_N_s) const {
    const glm::dvec3 v =
        point_velocity_m_s(pose, momentum, inertia, contact.lever_m) - contact.surface_m_s;
    const double away_m_s = glm::dot(v, contact.normal);
    double wanted_m_s = -contact.gap_m / dt_s;
    if (contact.gap_m < 0.0)
      wanted_m_s = glm::min(-contact.gap_m * recovered_per_s, fastest_recovery_m_s);
    const double before = glm::dot(impulse_N_s, contact.normal);
    const double pressed = glm::max(
        before + (wanted_m_s - away_m_s) / mobility(contact, pose, inertia, contact.normal), 0.0);
    if (pressed == 0.0 && before == 0.0) return;
    const glm::dvec3 slide_m_s = v - contact.normal * away_m_s;
    const double speed_m_s = glm::sqrt(glm::dot(slide_m_s, slide_m_s));
    glm::dvec3 rubbed = impulse_N_s - contact.normal * before;
    if (speed_m_s > 1e-12)
      rubbed -= slide_m_s / mobility(contact, pose, inertia, slide_m_s / speed_m_s);
    const double rub = glm::sqrt(glm::dot(rubbed, rubbed));
    if (rub > friction * pressed) rubbed *= friction * pressed / rub;
    const glm::dvec3 all = contact.normal * pressed + rubbed;
    const glm::dvec3 more = all - impulse_N_s;
    impulse_N_s = all;
    momentum.linear_kg_m_s += more;
    momentum.angular_kg_m2_s += glm::cross(contact.lever_m, more);
  }
};

}  // namespace limber
