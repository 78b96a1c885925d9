#pragma once

// One iteration over all contacts. Every sphere solves its own, so that each contact is solved from
// either side, with the same numbers and opposite impulses, and no two threads write to the same
// place.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/find_contacts.h"
#include "kernels/piles/position_contact.h"
#include "kernels/piles/tally.h"
#include "kernels/view.h"

namespace limber {

/// A contact that is not in the lists of both spheres is solved by both without a stored impulse. A
/// sphere whose list lacks it finds it in the grid.
struct SolveContacts {
  static constexpr int grain = 64;
  SpheresUnderWay spheres;
  SphereGrid grid;
  ContactLists contacts;
  View<const int> found;
  View<SpherePush> pushes;
  PositionLaw law;
  bool brake;  ///< apply rolling resistance: once per substep

  LIMBER_HD void operator()(int i) const {
    SpherePush sum;
    int slot = 0;
    for (int left = contacts.used[i]; left != 0; left >>= 1, ++slot) {
      if ((left & 1) == 0) continue;
      const int at = contacts.at(slot, i);
      const ContactImpulse known = contacts.impulses[at];
      const SolvedImpulse solved =
          solve(i, known, contacts.frames[at], contacts.eases[at], contacts.arms_m[at], sum);
      const bool alone = known.with >= 0 && found[known.with] > ContactLists::max_count &&
                         contacts.slot_of(known.with, i) < 0;
      if (!alone) contacts.impulses[at].impulse_N_s = solved.impulse_N_s;
    }
    if (found[i] > ContactLists::max_count)
      grid.visit_near(spheres, i, [&](int other) {
        if (contacts.slot_of(i, other) >= 0) return;
        const NewContact contact = spheres.contact(i, other, law);
        solve(i, {glm::vec3(0.0f), other}, contact.frame, contact.ease, contact.arm_m, sum);
      });
    pushes[i] = sum;
  }

 private:
  LIMBER_HD SolvedImpulse solve(int i, const ContactImpulse& known, const ContactFrame& frame,
                                const ContactEase& ease, float arm_m, SpherePush& sum) const {
    const int other = known.with;
    const glm::vec3 n = frame.normal;
    const float along =
        spheres.shared_ease(i, other, ease.along_per_kg, ease.other_along_per_kg, law.relaxation);
    const float across =
        spheres.shared_ease(i, other, ease.across_per_kg, ease.other_across_per_kg, law.relaxation);
    const SolvedImpulse solved =
        solve_contact(law, frame, along, across, spheres.gap_m(i, other, n),
                      spheres.slide_m(i, other, n, arm_m), known.impulse_N_s);
    const glm::vec3 change = solved.impulse_N_s - known.impulse_N_s;
    sum.linear_N_s += change;
    sum.angular_N_m_s += glm::cross(spheres.lever_m(i, n, arm_m), change);
    if (!(solved.push_N_s > 0.0f)) return solved;
    sum.contacts += 1.0f;
    if (brake) sum.angular_N_m_s += against_rolling(i, other, solved.push_N_s);
    return solved;
  }

  /// Stops the relative rotation, by at most a share of the normal impulse at the surface.
  LIMBER_HD glm::vec3 against_rolling(int i, int other, float push_N_s) const {
    const SphereOnBody own = spheres.on_body[i];
    glm::vec3 spin = spheres.spins[own.body].spin_rad_s;
    float radius = own.radius_m;
    float other_ease = 0.0f;
    if (other < 0) {
      const Collider& collider = spheres.colliders[~other];
      spin -= spin_rad_s(collider);
    } else {
      const SphereOnBody sphere = spheres.on_body[other];
      spin -= spheres.spins[sphere.body].spin_rad_s;
      radius = glm::min(radius, sphere.radius_m);
      other_ease = largest_ease(sphere.body);
    }
    const float ease =
        spheres.shared_ease(i, other, largest_ease(own.body), other_ease, law.relaxation);
    const float size = glm::sqrt(glm::dot(spin, spin));
    if (!(size > 0.0f && ease > 0.0f)) return glm::vec3(0.0f);
    return spin * -glm::min(1.0f / ease, law.rolling * radius * push_N_s / size);
  }
  LIMBER_HD float largest_ease(int body) const {
    const glm::vec3 easy = spheres.inertias[body].inverse_per_kg_m2;
    return glm::max(easy.x, glm::max(easy.y, easy.z));
  }
};

/// Removes overlaps after the momenta are known, without adding velocity.
struct RecoverOverlaps {
  static constexpr int grain = 64;
  SpheresUnderWay spheres;
  SphereGrid grid;
  ContactLists contacts;
  View<const int> found;
  View<SpherePush> pushes;
  PositionLaw law;

  LIMBER_HD void operator()(int i) const {
    SpherePush sum;
    int slot = 0;
    for (int left = contacts.used[i]; left != 0; left >>= 1, ++slot) {
      if ((left & 1) == 0) continue;
      const int at = contacts.at(slot, i);
      recover(i, contacts.impulses[at].with, contacts.frames[at].normal, contacts.eases[at],
              contacts.arms_m[at], sum);
    }
    if (found[i] > ContactLists::max_count)
      grid.visit_near(spheres, i, [&](int other) {
        if (contacts.slot_of(i, other) >= 0) return;
        const NewContact contact = spheres.contact(i, other, law);
        recover(i, other, contact.frame.normal, contact.ease, contact.arm_m, sum);
      });
    pushes[i] = sum;
  }

 private:
  LIMBER_HD void recover(int i, int other, const glm::vec3& normal, const ContactEase& ease,
                         float arm_m, SpherePush& sum) const {
    const float overlap_m = -spheres.gap_m(i, other, normal);
    if (!(overlap_m > 0.0f)) return;
    const float correction_m = glm::min(overlap_m * law.recovered, law.recovery_m_s * law.dt_s);
    const float along =
        spheres.shared_ease(i, other, ease.along_per_kg, ease.other_along_per_kg, law.relaxation);
    if (!(along > 0.0f)) return;
    const glm::vec3 push = normal * (correction_m / (along * law.dt_s));
    sum.linear_N_s += push;
    sum.angular_N_m_s += glm::cross(spheres.lever_m(i, normal, arm_m), push);
  }
};

/// Forces and overlaps of contacts, for display and measurement.
struct MeasureContacts {
  static constexpr int grain = 64;
  SpheresUnderWay spheres;
  SphereGrid grid;
  ContactLists contacts;
  View<const int> found;
  View<SphereForce> forces;
  View<float> pressures_N;  ///< sum of the normal forces on a sphere
  View<float> deepest;      ///< largest overlap, as a share of the smaller one's diameter
  View<PileTally> tally;
  PositionLaw law;

  LIMBER_HD void operator()(int i) const {
    SphereForce sum;
    float pressure_N = 0.0f, deep = 0.0f;
    int slot = 0;
    for (int left = contacts.used[i]; left != 0; left >>= 1, ++slot) {
      if ((left & 1) == 0) continue;
      const ContactImpulse contact = contacts.impulses[contacts.at(slot, i)];
      const glm::vec3 normal = contacts.frames[contacts.at(slot, i)].normal;
      const glm::vec3 force_N = contact.impulse_N_s / law.dt_s;
      sum.force_N += force_N;
      pressure_N += glm::dot(force_N, normal);
      add_overlap(i, contact.with, normal, sum, deep);
    }
    if (found[i] > ContactLists::max_count)
      grid.visit_near(spheres, i, [&](int other) {
        if (contacts.slot_of(i, other) >= 0) return;
        const float before = sum.contacts;
        add_overlap(i, other, spheres.contact(i, other, law).frame.normal, sum, deep);
        if (sum.contacts > before) atomic_add(tally[0].excess_contacts, 1);
      });
    forces[i] = sum;
    pressures_N[i] = pressure_N;
    deepest[i] = deep;
  }

 private:
  LIMBER_HD void add_overlap(int i, int other, const glm::vec3& normal, SphereForce& sum,
                             float& deep) const {
    const float gap_m = spheres.gap_m(i, other, normal);
    if (gap_m >= 0.0f) return;
    sum.overlap_m -= gap_m;
    sum.contacts += 1.0f;
    const float own_m = spheres.on_body[i].radius_m;
    const float smaller_m = other < 0 ? own_m : glm::min(own_m, spheres.on_body[other].radius_m);
    deep = glm::max(deep, -gap_m / (2.0f * smaller_m));
  }
};

}  // namespace limber
