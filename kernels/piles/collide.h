#pragma once

// Stage 3: contacts of each sphere and their forces [Harada07, section 29.2.5]. Every contact is
// computed twice, once from either side, so that no two threads write to the same place; the two
// forces are exactly opposite. They act at the contact point and not, as in the paper, at the
// centres: otherwise angular momentum is not conserved and a single ball does not roll.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/collider.h"
#include "kernels/exec.h"
#include "kernels/hd.h"
#include "kernels/lowest_bit.h"
#include "kernels/piles/body.h"
#include "kernels/piles/contact.h"
#include "kernels/piles/near_spheres.h"
#include "kernels/piles/shear_springs.h"
#include "kernels/piles/tally.h"
#include "kernels/view.h"

namespace limber {

struct CollideSpheres {
  static constexpr int grain = 64;
  /// Number of partial sums over a sphere's contacts. The GPU computes each on a lane of its own,
  /// the CPU one after the other, so that both get the same bits. Few spheres need more lanes to
  /// fill a GPU: on an H200, 16,384 are faster with four, and 65,536 with two.
  static constexpr int few_lanes = 2, many_lanes = 4;
  static constexpr int lanes_for(int spheres) { return spheres < 1 << 15 ? many_lanes : few_lanes; }
  static_assert(NearSpheres::max_count <= 32 * few_lanes,
                "entries_within() has a bit for each entry");
  NearSpheres near;
  View<int> stale;  ///< one flag, lowered here: the lists have been rebuilt
  View<const SpherePlace> places;
  View<const SphereMotion> motions;
  View<const glm::vec4> levers_m;  ///< of SphereValues
  View<BodyMomentum> momenta;      ///< shared contacts are counted here
  View<const Collider> colliders;
  ShearSprings springs;           ///< a slot for each entry of a list
  ShearSprings collider_springs;  ///< a slot for each collider
  View<SphereForce> forces;
  View<PileTally> tally;
  ContactLaw law;
  float largest_diameter_m;
  float dt_s;

  /// The partial sum of one lane.
  struct Share {
    SphereForce force;
    int used = 0, collider_used = 0;  ///< bits of shear springs

    LIMBER_HD Share operator+(const Share& other) const {
      Share sum = *this;
      sum.force.force_N += other.force.force_N;
      sum.force.torque_N_m += other.force.torque_N_m;
      sum.force.overlap_m += other.force.overlap_m;
      sum.force.contacts += other.force.contacts;
      sum.used |= other.used;
      sum.collider_used |= other.collider_used;
      return sum;
    }
  };

  LIMBER_HD void operator()(int i) const {
    static_assert(few_lanes == 2 && many_lanes == 4, "the GPU adds in the same order");
    const int lanes = lanes_for(forces.size);
    const auto pair = [&](int first) {
      return share(i, first, lanes) + share(i, first + 1, lanes);
    };
    keep(i, lanes == few_lanes ? pair(0) : pair(0) + pair(2));
  }

  LIMBER_HD Share share(int i, int lane, int lanes) const {
    const SpherePlace place = places[i];
    const SphereMotion motion = motions[i];
    const glm::vec3 lever = levers_m.empty() ? glm::vec3(0.0f) : glm::vec3(levers_m[i]);
    Share sum;
    if (near.lists_all_of(i)) {
      // Distances before forces: lanes with contacts at different entries would diverge.
      unsigned left = near.entries_within(i, lane, lanes, places, largest_diameter_m);
      while (left != 0) {
        const int slot = lane + lowest_bit(left) * lanes;
        left &= left - 1;
        meet(i, place, motion, lever, slot, near.id(i, slot), sum);
      }
    } else {
      near.visit(i, lane, lanes, [&](int slot, int j) {
        if (!meet(i, place, motion, lever, slot, j, sum)) springs.drop(slot, i);
      });
    }
    for (int c = lane; c < colliders.size; c += lanes) {
      const Collider& collider = colliders[c];
      if (!may_be_near(collider, place.position_m, motion.radius_m)) continue;
      const SurfacePoint surface = nearest_surface(collider, place.position_m);
      if (!(surface.distance_m < motion.radius_m)) continue;
      // So that a sphere that starts deep inside is not ejected.
      const float overlap = glm::min(motion.radius_m - surface.distance_m, 2.0f * motion.radius_m);
      const glm::vec3 at = place.position_m - surface.normal * surface.distance_m;
      const SphereMotion at_contact{surface_velocity_m_s(collider, at), 0.0f, spin_rad_s(collider),
                                    motion.radius_m};
      touch(i, motion, lever, {surface.normal, overlap, at_contact, -1}, collider_springs, c,
            sum.collider_used, sum.force);
    }
    return sum;
  }

  LIMBER_HD void keep(int i, const Share& sum) const {
    if (i == 0) stale[0] = 0;
    forces[i] = sum.force;
    springs.used[i] = sum.used;
    collider_springs.used[i] = sum.collider_used;
  }

 private:
  /// Returns whether they touch.
  LIMBER_HD bool meet(int i, const SpherePlace& place, const SphereMotion& motion,
                      const glm::vec3& lever, int slot, int j, Share& sum) const {
    const glm::vec3 apart = place.position_m - places[j].position_m;
    const SphereMotion moving = motions[j];
    const float reach = motion.radius_m + moving.radius_m;
    const float distance = glm::sqrt(glm::dot(apart, apart));
    if (!(distance < reach)) return false;
    // Concentric: any direction will do, as long as both sides use the same.
    const glm::vec3 normal =
        distance > 1e-9f ? apart * (1.0f / distance) : glm::vec3(0.0f, i < j ? 1.0f : -1.0f, 0.0f);
    const float overlap = reach - distance;
    const glm::vec3 to_other = normal * (moving.radius_m - 0.5f * overlap);
    const SphereMotion at_contact{moving.velocity_m_s + glm::cross(moving.spin_rad_s, to_other),
                                  moving.inverse_mass_per_kg, moving.spin_rad_s, moving.radius_m};
    touch(i, motion, lever, {normal, overlap, at_contact, j}, springs, slot, sum.used, sum.force);
    return true;
  }

  struct Other {
    glm::vec3 normal;  ///< away from it, unit length
    float overlap_m;
    SphereMotion motion;  ///< at the contact point
    int sphere;           ///< -1: a collider
  };

  LIMBER_HD void touch(int i, const SphereMotion& motion, const glm::vec3& lever,
                       const Other& other, const ShearSprings& memory, int slot, int& used,
                       SphereForce& sum) const {
    const glm::vec3 to_contact = other.normal * (0.5f * other.overlap_m - motion.radius_m);
    const glm::vec3 velocity = motion.velocity_m_s + glm::cross(motion.spin_rad_s, to_contact);
    const float own_per_kg = glm::abs(motion.inverse_mass_per_kg);
    const float other_per_kg = glm::abs(other.motion.inverse_mass_per_kg);
    Touch seen{.normal = other.normal,
               .overlap_m = other.overlap_m,
               .velocity_m_s = velocity - other.motion.velocity_m_s,
               .spin_rad_s = motion.spin_rad_s - other.motion.spin_rad_s,
               .radius_m = glm::min(motion.radius_m, other.motion.radius_m),
               .inverse_mass_per_kg = own_per_kg + other_per_kg};
    if (seen.is_deep() || motion.inverse_mass_per_kg < 0.0f ||
        other.motion.inverse_mass_per_kg < 0.0f)
      seen.split_per_kg = split_per_kg(i, own_per_kg, other.sphere, other_per_kg, seen);
    Stretch stretch = memory.in_use(slot, i) ? memory.stretch(slot, i) : Stretch{};
    const ContactForce force = contact_force(law, seen, dt_s, stretch);
    if (law.shear_stiffness_N_m > 0.0f || law.rolling_stiffness_N_m > 0.0f) {
      if (memory.has(slot, i))
        memory.keep(slot, i, stretch, used);
      else
        atomic_add(tally[0].excess_contacts, 1);
    }
    sum.force_N += force.force_N;
    sum.torque_N_m += glm::cross(lever + to_contact, force.force_N) + force.torque_N_m;
    sum.overlap_m += other.overlap_m;
    sum.contacts += 1.0f;
  }

  /// Sum of the inverse masses of this contact's parts of both bodies; 0: not split.
  LIMBER_HD float split_per_kg(int i, float own_per_kg, int other, float other_per_kg,
                               const Touch& seen) const {
    BodyMomentum& body = momenta[places[i].body];
    atomic_add(body.shared_contacts_now, 1);
    if (seen.is_deep()) atomic_or(body.shared_contacts_now, SharedContacts::some_deep);
    const SharedContacts own{body.shared_contacts};
    const SharedContacts others{other < 0 ? 0 : momenta[places[other].body].shared_contacts};
    if ((own.are_unknown() || others.are_unknown()) &&
        !(seen.overlap_m > uncounted_radii * seen.radius_m))
      return 0.0f;
    return own_per_kg * own.parts() + other_per_kg * others.parts();
  }
};

/// The same on the GPU, a thread for each lane of each sphere.
void collide_spheres_on_cuda(const Exec& exec, const char* label, const CollideSpheres& work);

}  // namespace limber
