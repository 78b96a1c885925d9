#pragma once

// Stage 3: what touches each sphere, and the forces (Harada 2007, section 29.2.5). Every contact is
// computed twice, once from either side, so that nobody writes where another does; both come out
// exactly opposite. A force acts where the spheres touch and not, as in the paper, at their
// centres: only so is angular momentum kept and does a single ball roll.

#include <glm/glm.hpp>

#include "kernels/cell_rows.h"
#include "kernels/collider.h"
#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/piles/contact.h"
#include "kernels/view.h"

namespace limber {

/// Runs over the spheres in the order of the cells.
struct CollideSpheres {
  static constexpr int grain = 64;
  CellRows rows;  ///< cells as wide as the largest sphere
  View<const int> first;
  View<const int> items;
  View<const SpherePlace> places;    ///< in the order of the cells
  View<const SphereMotion> motions;  ///< in the order of the cells
  View<const glm::vec4> levers_m;
  View<const Collider> colliders;
  ShearSprings springs;
  View<SphereForce> forces;
  ContactLaw law;
  float dt_s;

  LIMBER_HD void operator()(int k) const {
    const SpherePlace place = places[k];
    const SphereMotion motion = motions[k];
    const int i = items[k];
    const glm::vec4 from_center = levers_m[i];
    const glm::vec3 lever(from_center.x, from_center.y, from_center.z);
    SpringsOfSphere memory(springs, i);
    SphereForce sum;
    visit_cells_around(rows, first, place.position_m, [&](int other) {
      const SpherePlace there = places[other];
      if (there.body == place.body) return;
      const glm::vec3 apart = place.position_m - there.position_m;
      const float squared = glm::dot(apart, apart);
      if (!(squared < rows.size_m * rows.size_m)) return;
      const SphereMotion moving = motions[other];
      const float reach = motion.radius_m + moving.radius_m;
      const float distance = glm::sqrt(squared);
      if (!(distance < reach)) return;
      const int j = items[other];
      // At the same place any direction will do, as long as both take the same.
      const glm::vec3 normal =
          distance > 1e-9f ? apart / distance : glm::vec3(0.0f, i < j ? 1.0f : -1.0f, 0.0f);
      const float overlap = reach - distance;
      const glm::vec3 to_other = normal * (moving.radius_m - 0.5f * overlap);
      const SphereMotion at_contact{moving.velocity_m_s + glm::cross(moving.spin_rad_s, to_other),
                                    moving.inverse_mass_per_kg, moving.spin_rad_s, moving.radius_m};
      touch(motion, lever, normal, overlap, at_contact, j, memory, sum);
    });
    for (int c = 0; c < colliders.size; ++c) {
      const Collider& collider = colliders[c];
      const SurfacePoint surface = nearest_surface(collider, place.position_m);
      if (!(surface.distance_m < motion.radius_m)) continue;
      // What starts deep inside is not shot out.
      const float overlap = glm::min(motion.radius_m - surface.distance_m, 2.0f * motion.radius_m);
      const glm::vec3 at = place.position_m - surface.normal * surface.distance_m;
      const SphereMotion at_contact{surface_velocity_m_s(collider, at), 0.0f,
                                    collider.axes[1] * collider.turn_rad_s, motion.radius_m};
      touch(motion, lever, surface.normal, overlap, at_contact, ~c, memory, sum);
    }
    memory.finish();
    forces[i] = sum;
  }

 private:
  /// other: what moves at the contact, which is sphere `id` or the collider ~id.
  LIMBER_HD void touch(const SphereMotion& motion, const glm::vec3& lever, const glm::vec3& normal,
                       float overlap, const SphereMotion& other, int id, SpringsOfSphere& memory,
                       SphereForce& sum) const {
    const glm::vec3 to_contact = normal * (0.5f * overlap - motion.radius_m);
    const glm::vec3 velocity = motion.velocity_m_s + glm::cross(motion.spin_rad_s, to_contact);
    const Touch seen{.normal = normal,
                     .overlap_m = overlap,
                     .velocity_m_s = velocity - other.velocity_m_s,
                     .spin_rad_s = motion.spin_rad_s - other.spin_rad_s,
                     .radius_m = glm::min(motion.radius_m, other.radius_m),
                     .inverse_mass_per_kg = motion.inverse_mass_per_kg + other.inverse_mass_per_kg};
    glm::vec3 stretch(0.0f);
    const int spring = law.shear_stiffness_N_m > 0.0f ? memory.find(id, stretch) : -1;
    const ContactForce force = contact_force(law, seen, dt_s, stretch);
    memory.keep(spring, id, stretch);
    sum.force_N += force.force_N;
    sum.torque_N_m += glm::cross(lever + to_contact, force.force_N) + force.torque_N_m;
    sum.overlap_m += overlap;
    sum.contacts += 1.0f;
  }
};

}  // namespace limber
