#pragma once

// Points of bodies against colliders without faces: velocity-level impulses that keep a point out
// at the end of the step, with Coulomb friction [Catto05]. They alternate with the solves for
// joints and with the world's contacts.

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/hd.h"
#include "kernels/joints/touching_rigid.h"
#include "kernels/rebound.h"
#include "kernels/view.h"

namespace limber {

/// A point and its nearest surface at the start of a step.
struct RigidTouch {
  glm::dvec3 impulse_N_s{0.0};  ///< in this step so far
  glm::dvec3 normal{0.0};
  glm::dvec3 surface_m_s{0.0};
  double gap_m = 0.0;
  int touches = 0;           ///< whether the point can reach it within the step
  float rebound_m_s = 0.0f;  ///< separating speed in this step; 0: it does not rebound

  /// Minimum velocity away from the surface; deep penetration is resolved over several steps.
  LIMBER_HD double wanted_m_s(double dt_s) const {
    constexpr double recovered_per_s = 10.0, fastest_recovery_m_s = 1.0;
    if (rebound_m_s > 0.0f) return static_cast<double>(rebound_m_s);
    return gap_m < 0.0 ? glm::min(-gap_m * recovered_per_s, fastest_recovery_m_s) : -gap_m / dt_s;
  }
  /// From the centre of point i's body to the contact point.
  LIMBER_HD glm::dvec3 lever_m(const RigidPoints& bodies, int i, const RigidPose& pose) const {
    return bodies.lever_m(i, pose) - normal * static_cast<double>(bodies.points[i].radius_m);
  }
};

/// One thread per point.
struct FindRigidTouches {
  static constexpr int grain = 64;
  RigidPoints bodies;
  View<const Collider> colliders;
  View<const int> have_faces;  ///< colliders that the world's contacts handle; empty: none
  View<const RigidPose> poses;
  View<const RigidMomentum> momenta;
  View<RigidTouch> touches;
  double friction;
  float restitution;
  double kept;  ///< share of the impulses of the step before
  double dt_s;

  LIMBER_HD void operator()(int i) const {
    const int b = bodies.body_of_point[i];
    const RigidInertia inertia = bodies.inertias[b];
    if (!inertia.moves()) return;
    const glm::dvec3 lever_m = bodies.lever_m(i, poses[b]);
    const glm::dvec3 v = point_velocity_m_s(poses[b], momenta[b], inertia, lever_m);
    const double reach_m = 2.0 * dt_s * glm::sqrt(glm::dot(v, v)) + margin_m;
    const RigidTouch before = touches[i];
    RigidTouch touch;
    touch.gap_m = reach_m;
    const glm::vec3 at_m(poses[b].position_m + lever_m);
    for (int c = 0; c < colliders.size; ++c) {
      if (!have_faces.empty() && have_faces[c] != 0) continue;
      const SurfacePoint surface = nearest_surface(colliders[c], at_m);
      const double gap_m =
          static_cast<double>(surface.distance_m) - static_cast<double>(bodies.points[i].radius_m);
      if (!(gap_m < touch.gap_m)) continue;
      touch.gap_m = gap_m;
      touch.normal = glm::dvec3(surface.normal);
      touch.surface_m_s = glm::dvec3(surface_velocity_m_s(colliders[c], at_m));
      touch.touches = 1;
    }
    if (touch.touches == 0 && before.touches == 0) return;
    if (touch.touches != 0 && before.touches != 0) {
      const glm::dvec3 start = before.impulse_N_s * kept;
      const double pressed = glm::max(glm::dot(start, touch.normal), 0.0);
      const glm::dvec3 along = start - touch.normal * glm::dot(start, touch.normal);
      touch.impulse_N_s = touch.normal * pressed + clamped_length(along, friction * pressed);
    }
    if (touch.touches != 0 && restitution > 0.0f)
      rebound(touch, glm::dot(touch.surface_m_s - v, touch.normal));
    touches[i] = touch;
  }

  /// v, shortened to `length` if it is longer.
  LIMBER_HD static glm::dvec3 clamped_length(const glm::dvec3& v, double length) {
    const double square = glm::dot(v, v);
    return square > length * length ? v * (length / glm::sqrt(square)) : v;
  }

 private:
  LIMBER_HD void rebound(RigidTouch& touch, double coming_m_s) const {
    if (coming_m_s < 0.0) touch.impulse_N_s = glm::dvec3(0.0);  // separating: no warm start
    if (touch.gap_m < coming_m_s * dt_s &&
        rebounds(restitution, static_cast<float>(coming_m_s * dt_s), static_cast<float>(dt_s)))
      touch.rebound_m_s = restitution * static_cast<float>(coming_m_s);
  }

  static constexpr double margin_m = 0.02;  ///< for the effect of other forces in this step
};

/// The points of each body that touch, in ascending order.
struct ListedTouches {
  View<int> points;  ///< from the first point of each body on
  View<int> counts;  ///< of each body
};

/// One thread per body.
struct PushRigidTouches {
  static constexpr int grain = 32;
  static constexpr int sweeps = 4;  ///< over the points of a body

  RigidPoints bodies;
  View<const RigidPose> poses;  ///< as the step begins
  View<RigidMomentum> momenta;
  View<RigidTouch> touches;
  ListedTouches listed;
  double friction;
  bool lists;        ///< the points that touch, which were found anew
  bool warm_starts;  ///< the impulses are not in the momenta yet
  double dt_s;

  LIMBER_HD void operator()(int b) const {
    const RigidInertia inertia = bodies.inertias[b];
    if (!inertia.moves()) return;
    const int begin = bodies.first[b];
    if (lists) list(b);
    const int end = begin + listed.counts[b];
    if (begin == end) return;
    RigidMomentum momentum = momenta[b];
    for (int k = begin; warm_starts && k < end; ++k)
      add(momentum, touches[listed.points[k]].impulse_N_s, lever_m(listed.points[k], b));
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (int k = begin; k < end; ++k) {
        const int i = listed.points[k];
        const glm::dvec3 arm_m = lever_m(i, b);
        if (pushes(touches[i], b, inertia, arm_m, momentum))
          touches[i].impulse_N_s = pushed(touches[i], b, inertia, arm_m, momentum);
      }
    momenta[b] = momentum;
  }

  LIMBER_HD glm::dvec3 lever_m(int i, int b) const {
    return touches[i].lever_m(bodies, i, poses[b]);
  }

  LIMBER_HD static void add(RigidMomentum& momentum, const glm::dvec3& impulse_N_s,
                            const glm::dvec3& lever_m) {
    momentum.linear_kg_m_s += impulse_N_s;
    momentum.angular_kg_m2_s += glm::cross(lever_m, impulse_N_s);
  }

  /// Whether there is an impulse on a point of body b, or must be one.
  LIMBER_HD bool pushes(const RigidTouch& touch, int b, const RigidInertia& inertia,
                        const glm::dvec3& lever_m, const RigidMomentum& momentum) const {
    return glm::dot(touch.impulse_N_s, touch.normal) > 0.0 ||
           glm::dot(velocity_m_s(touch, b, inertia, lever_m, momentum), touch.normal) <
               touch.wanted_m_s(dt_s);
  }

  /// The new impulse on a point that pushes; its change is applied to the momentum.
  LIMBER_HD glm::dvec3 pushed(const RigidTouch& touch, int b, const RigidInertia& inertia,
                              const glm::dvec3& lever_m, RigidMomentum& momentum) const {
    const RigidPose pose = poses[b];
    const glm::dvec3 v = velocity_m_s(touch, b, inertia, lever_m, momentum);
    const double away_m_s = glm::dot(v, touch.normal);
    const double before = glm::dot(touch.impulse_N_s, touch.normal);
    const double pressed = glm::max(before + (touch.wanted_m_s(dt_s) - away_m_s) /
                                                 mobility(lever_m, pose, inertia, touch.normal),
                                    0.0);
    const glm::dvec3 slide_m_s = v - touch.normal * away_m_s;
    const double speed_m_s = glm::sqrt(glm::dot(slide_m_s, slide_m_s));
    glm::dvec3 rubbed = touch.impulse_N_s - touch.normal * before;
    if (speed_m_s > 1e-12)
      rubbed -= slide_m_s / mobility(lever_m, pose, inertia, slide_m_s / speed_m_s);
    const glm::dvec3 all =
        touch.normal * pressed + FindRigidTouches::clamped_length(rubbed, friction * pressed);
    add(momentum, all - touch.impulse_N_s, lever_m);
    return all;
  }

 private:
  LIMBER_HD void list(int b) const {
    const int begin = bodies.first[b];
    int count = 0;
    for (int i = begin; i < bodies.first[b + 1]; ++i)
      if (touches[i].touches != 0) listed.points[begin + count++] = i;
    listed.counts[b] = count;
  }

  /// Of a point of body b, relative to the surface that it touches.
  LIMBER_HD glm::dvec3 velocity_m_s(const RigidTouch& touch, int b, const RigidInertia& inertia,
                                    const glm::dvec3& lever_m,
                                    const RigidMomentum& momentum) const {
    return point_velocity_m_s(poses[b], momentum, inertia, lever_m) - touch.surface_m_s;
  }

  /// Inverse effective mass of the point along a direction.
  LIMBER_HD static double mobility(const glm::dvec3& lever_m, const RigidPose& pose,
                                   const RigidInertia& inertia, const glm::dvec3& along) {
    const glm::dvec3 arm = glm::cross(lever_m, along);
    return inertia.inverse_mass_per_kg + glm::dot(arm, spin_rad_s(inertia, pose.quaternion, arm));
  }
};

}  // namespace limber
