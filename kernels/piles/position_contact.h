#pragma once

// Contacts of rigid bodies, solved at the position level after [Mueller20] with zero compliance.
// Differences from the paper:
// - All contacts are solved in parallel (Jacobi) with mass splitting [Tonge12]: each body is split
//   among its contacts. That converges for any pile, and both sides see the same impulse.
// - The unknowns are the momenta, from which a substep's poses follow: a position correction is an
//   impulse, so that momentum is conserved and free flight is exact. Normals and levers are those
//   at the start of the substep; gaps are those of the newest poses.
// - Impulses are warm-started from the last substep, so that a pile at rest stays solved.
// - Overlaps are recovered after the momenta are known and do not change them ([Catto24] compares
//   such schemes). As part of the warm-started impulses, this recovery would make an unconverged
//   stack swing more and more.
// - Restitution is a target for the gap at the end of the substep, and friction is limited by the
//   whole normal impulse: there is no second pass over velocities.

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/view.h"

namespace limber {

struct PositionLaw {
  float restitution;
  float friction;
  float rolling;         ///< coefficient of rolling resistance, at the sphere's surface
  float slowest_m_s;     ///< slower impacts do not rebound
  float max_warm_gap_m;  ///< contacts with a larger gap are not warm-started
  float recovered;       ///< share of an overlap that a substep removes
  float recovery_m_s;    ///< max speed of that, so that deep overlaps do not explode
  float relaxation;      ///< of mass splitting; diverges from 2 on
  float dt_s;            ///< of a substep
};

/// State of a body within a substep.
struct alignas(16) BodySpin {
  glm::vec3 spin_rad_s;
  float contacts;  ///< that pushed in the last iteration
};

/// Impulse on a body at one of its spheres in one iteration.
struct alignas(16) SpherePush {
  glm::vec3 linear_N_s{0.0f};
  float contacts = 0.0f;          ///< that push
  glm::vec3 angular_N_m_s{0.0f};  ///< about the body's centre of mass
  float unused = 0.0f;
};

/// A contact, seen from the sphere that stores it. Only the impulse changes within a substep.
struct alignas(16) ContactImpulse {
  glm::vec3 impulse_N_s{0.0f};  ///< on this sphere
  int with = 0;                 ///< the other sphere, or ~k for the collider k
};
struct alignas(16) ContactFrame {
  glm::vec3 normal;  ///< to this one from the other
  float target_m;    ///< lower bound of the gap at the end of the substep
};
/// Inverse effective masses of both bodies at the contact.
struct alignas(16) ContactEase {
  float along_per_kg, other_along_per_kg;    ///< along the normal
  float across_per_kg, other_across_per_kg;  ///< tangential, upper bound
};
struct NewContact {
  ContactFrame frame;
  ContactEase ease;
  float gap_m;  ///< at the start of the substep
  float arm_m;  ///< from the sphere's centre to the contact, against the normal
};

/// The contacts of all spheres, `most` each: more than the equal spheres that can touch one without
/// overlap. Those beyond are solved as well, but without warm start: see SolveContacts.
struct ContactLists {
  static constexpr int max_count = 16;
  View<ContactImpulse> impulses;  ///< contact s of sphere i at s * spheres + i
  View<ContactFrame> frames;
  View<ContactEase> eases;
  View<float> arms_m;  ///< from the centre to the contact, against the normal
  View<int> used;      ///< bit s of a sphere: its contact s is in use

  LIMBER_HD int at(int slot, int sphere) const { return slot * used.size + sphere; }
  /// The slot of the contact with `other`; -1 if it is not stored.
  LIMBER_HD int slot_of(int sphere, int other) const {
    for (int s = 0; s < max_count; ++s)
      if ((used[sphere] >> s & 1) != 0 && impulses[at(s, sphere)].with == other) return s;
    return -1;
  }
};

/// The spheres and their bodies, at the start of a substep and now.
struct SpheresUnderWay {
  View<const SphereOnBody> on_body;
  View<const Pose> start_poses;
  View<const BodyInertia> inertias;
  View<const SpherePlace> start_places;
  View<const SpherePlace> places;
  View<const BodySpin> spins;
  View<const Collider> colliders;
  float dt_s;                ///< of the substep
  float colliders_to_end_s;  ///< time from the colliders' poses to the end of the substep

  /// Between sphere i and `other`, which is a sphere or ~k for the collider k.
  LIMBER_HD NewContact contact(int i, int other, const PositionLaw& law) const {
    const SpherePlace start = start_places[i];
    const float radius = on_body[i].radius_m;
    NewContact found{};
    if (other < 0) {
      const SurfacePoint surface = nearest_surface(colliders[~other], start.position_m);
      found.frame.normal = surface.normal;
      found.gap_m =
          surface.distance_m - radius -
          (colliders_to_end_s - dt_s) * coming_m_s(other, start.position_m, surface.normal);
    } else {
      const glm::vec3 apart = start.position_m - start_places[other].position_m;
      const float distance = glm::sqrt(glm::dot(apart, apart));
      // Concentric: any direction will do, as long as both sides use the same.
      found.frame.normal =
          distance > 1e-9f ? apart / distance : glm::vec3(0.0f, i < other ? 1.0f : -1.0f, 0.0f);
      found.gap_m = distance - (radius + on_body[other].radius_m);
    }
    found.arm_m = radius + 0.5f * found.gap_m;
    const glm::vec2 own = ease(i, found.frame.normal, -found.arm_m);
    const glm::vec2 others =
        other < 0 ? glm::vec2(0.0f)
                  : ease(other, found.frame.normal, on_body[other].radius_m + 0.5f * found.gap_m);
    found.ease = {own.x, others.x, own.y, others.y};
    float coming_m = -glm::dot(found.frame.normal, displacement_m(i, other));
    if (other < 0) coming_m += dt_s * coming_m_s(other, start.position_m, found.frame.normal);
    found.frame.target_m = target_m(found.gap_m, coming_m, law);
    return found;
  }

  /// The current gap. A sphere past the other's centre is measured along `normal`, so that it is
  /// pushed back to its own side.
  LIMBER_HD float gap_m(int i, int other, const glm::vec3& normal) const {
    const glm::vec3 at = places[i].position_m;
    const float radius = on_body[i].radius_m;
    if (other < 0) {
      const SurfacePoint surface = nearest_surface(colliders[~other], at);
      const float come_m = colliders_to_end_s * coming_m_s(other, at, normal);
      if (glm::dot(surface.normal, normal) > 0.0f) return surface.distance_m - radius - come_m;
      const glm::vec3 start = start_places[i].position_m;
      return nearest_surface(colliders[~other], start).distance_m + glm::dot(normal, at - start) -
             radius - come_m;
    }
    const glm::vec3 apart = at - places[other].position_m;
    const float along = glm::dot(apart, normal);
    return (along > 0.0f ? glm::sqrt(glm::dot(apart, apart)) : along) -
           (radius + on_body[other].radius_m);
  }

  /// Speed of the surface of collider ~k along its normal.
  LIMBER_HD float coming_m_s(int k, const glm::vec3& at_m, const glm::vec3& normal) const {
    return glm::dot(surface_velocity_m_s(colliders[~k], at_m), normal);
  }

  /// Displacement of sphere i in this substep, relative to the other if that is a sphere.
  LIMBER_HD glm::vec3 displacement_m(int i, int other) const {
    const glm::vec3 own = places[i].position_m - start_places[i].position_m;
    return other < 0 ? own : own - (places[other].position_m - start_places[other].position_m);
  }

  /// Tangential slip of the surfaces in this substep.
  LIMBER_HD glm::vec3 slide_m(int i, int other, const glm::vec3& normal, float arm_m) const {
    const glm::vec3 own_arm = -normal * arm_m;
    glm::vec3 way = displacement_m(i, other) +
                    dt_s * glm::cross(spins[start_places[i].body].spin_rad_s, own_arm);
    if (other < 0)
      way -= dt_s * surface_velocity_m_s(colliders[~other], start_places[i].position_m + own_arm);
    else
      way -= dt_s * glm::cross(spins[start_places[other].body].spin_rad_s,
                               normal * (arm_m - on_body[i].radius_m + on_body[other].radius_m));
    return way - normal * glm::dot(normal, way);
  }

  /// From the body's centre of mass to a contact of sphere i.
  LIMBER_HD glm::vec3 lever_m(int i, const glm::vec3& normal, float arm_m) const {
    const SpherePlace start = start_places[i];
    return start.position_m - start_poses[start.body].position_m - normal * arm_m;
  }

  /// Inverse effective mass of one contact's parts of both bodies. Mass splitting is conservative,
  /// as contacts from different sides hardly affect each other, so it may be overrelaxed; but no
  /// contact gets more than the whole bodies.
  LIMBER_HD float shared_ease(int i, int other, float ease, float other_ease,
                              float relaxation) const {
    const float parts = glm::max(spins[start_places[i].body].contacts, 1.0f);
    const float other_parts =
        other < 0 ? 0.0f : glm::max(spins[start_places[other].body].contacts, 1.0f);
    return glm::max((parts * ease + other_parts * other_ease) / relaxation, ease + other_ease);
  }

 private:
  /// Inverse effective masses, along the normal and across it, at arm_m from the centre of sphere i
  /// along the normal. K = 1/m + [r]^T I^-1 [r]; its trace is the sum of the two.
  LIMBER_HD glm::vec2 ease(int i, const glm::vec3& normal, float arm_m) const {
    const SphereOnBody sphere = on_body[i];
    const BodyInertia inertia = inertias[sphere.body];
    const glm::vec3 n = rotated_back(start_poses[sphere.body].quaternion, normal);
    const glm::vec3 lever = sphere.center_m + n * arm_m;
    const glm::vec3 turn = glm::cross(lever, n);
    const glm::vec3 easy = inertia.inverse_per_kg_m2;
    const float along = inertia.inverse_mass_per_kg + glm::dot(turn, easy * turn);
    const float trace = 3.0f * inertia.inverse_mass_per_kg +
                        glm::dot(lever, lever) * (easy.x + easy.y + easy.z) -
                        glm::dot(lever, easy * lever);
    return {along, trace - along};
  }

  LIMBER_HD static float target_m(float gap_m, float coming_m, const PositionLaw& law) {
    if (law.restitution > 0.0f && coming_m > law.slowest_m_s * law.dt_s && gap_m < coming_m)
      return gap_m + law.restitution * coming_m;
    return glm::min(gap_m, 0.0f);
  }
};

struct SolvedImpulse {
  glm::vec3 impulse_N_s;
  float push_N_s;  ///< along the normal
};

/// One iteration of a contact. `along` and `across`: inverse effective masses; gap_m and slide_m:
/// current values; before_N_s: the impulse so far.
LIMBER_HD inline SolvedImpulse solve_contact(const PositionLaw& law, const ContactFrame& frame,
                                             float along_per_kg, float across_per_kg, float gap_m,
                                             const glm::vec3& slide_m,
                                             const glm::vec3& before_N_s) {
  const float pushed = glm::dot(before_N_s, frame.normal);
  if (!(along_per_kg > 0.0f)) return {before_N_s, pushed};  // both are fixed
  const float push = glm::max(pushed + (frame.target_m - gap_m) / (along_per_kg * law.dt_s), 0.0f);
  glm::vec3 rub = before_N_s - frame.normal * pushed - slide_m / (across_per_kg * law.dt_s);
  const float size = glm::sqrt(glm::dot(rub, rub));
  const float limit = law.friction * push;
  if (size > limit) rub *= limit / size;
  return {frame.normal * push + rub, push};
}

}  // namespace limber
