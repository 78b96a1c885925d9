#pragma once

// Contacts of a substep: spheres that touch or may touch before it ends; and their warm start.

#include <glm/glm.hpp>

#include "kernels/cell_rows.h"
#include "kernels/hd.h"
#include "kernels/piles/position_contact.h"
#include "kernels/view.h"

namespace limber {

/// Candidate pairs of a substep, by the spheres' inertial positions. These do not change while
/// contacts are solved, so that both sides of a contact always agree.
struct SphereGrid {
  CellRows rows;  ///< cells as wide as the largest sphere plus the margin
  View<const int> first;
  View<const int> items;
  View<const SpherePlace> places;
  float margin_m;  ///< largest gap of a candidate pair

  /// Calls visit(other) once for each sphere of another body and each collider that is near sphere
  /// i.
  template <class Visit>
  LIMBER_HD void visit_near(const SpheresUnderWay& spheres, int i, const Visit& visit) const {
    const SpherePlace place = places[i];
    visit_cells_around(rows, first, place.position_m, [&](int k) {
      const int other = items[k];
      if (places[other].body != place.body && is_near(spheres, i, other)) visit(other);
    });
    for (int c = 0; c < spheres.colliders.size; ++c)
      if (is_near(spheres, i, ~c)) visit(~c);
  }

  /// other: a sphere, or ~k for the collider k.
  LIMBER_HD bool is_near(const SpheresUnderWay& spheres, int i, int other) const {
    const glm::vec3 at = places[i].position_m;
    const float radius = spheres.on_body[i].radius_m;
    if (other < 0)
      return nearest_surface(spheres.colliders[~other], at).distance_m < radius + margin_m;
    const glm::vec3 apart = at - places[other].position_m;
    const float reach = radius + spheres.on_body[other].radius_m + margin_m;
    return glm::dot(apart, apart) < reach * reach;
  }
};

struct FindContacts {
  static constexpr int grain = 64;
  SpheresUnderWay spheres;
  SphereGrid grid;
  ContactLists contacts;
  View<int> found;          ///< of each sphere; those beyond ContactLists::max_count are not stored
  View<SpherePush> pushes;  ///< of the warm start
  PositionLaw law;

  LIMBER_HD void operator()(int i) const {
    int used = contacts.used[i];
    for (int s = 0; s < ContactLists::max_count; ++s)
      if ((used >> s & 1) != 0 &&
          !grid.is_near(spheres, i, contacts.impulses[contacts.at(s, i)].with))
        used &= ~(1 << s);
    int near = 0;
    SpherePush sum;
    grid.visit_near(spheres, i, [&](int other) {
      ++near;
      int slot = -1, free = -1;
      for (int s = ContactLists::max_count; s-- > 0;) {
        if ((used >> s & 1) == 0)
          free = s;
        else if (contacts.impulses[contacts.at(s, i)].with == other)
          slot = s;
      }
      const bool known = slot >= 0;
      if (!known) slot = free;
      if (slot < 0) return;
      used |= 1 << slot;
      begin(i, other, contacts.at(slot, i), known, sum);
    });
    contacts.used[i] = used;
    found[i] = near;
    pushes[i] = sum;
  }

 private:
  LIMBER_HD void begin(int i, int other, int at, bool known, SpherePush& sum) const {
    const NewContact contact = spheres.contact(i, other, law);
    const glm::vec3 normal = contact.frame.normal;
    glm::vec3 impulse(0.0f);
    if (known && contact.gap_m < law.max_warm_gap_m) impulse = contacts.impulses[at].impulse_N_s;
    if (glm::dot(impulse, normal) < 0.0f) impulse = glm::vec3(0.0f);
    contacts.impulses[at] = {impulse, other};
    contacts.frames[at] = contact.frame;
    contacts.eases[at] = contact.ease;
    contacts.arms_m[at] = contact.arm_m;
    sum.linear_N_s += impulse;
    sum.angular_N_m_s += glm::cross(spheres.lever_m(i, normal, contact.arm_m), impulse);
    const bool pushes_now = spheres.gap_m(i, other, normal) < contact.frame.target_m;
    if (pushes_now || glm::dot(impulse, normal) > 0.0f) sum.contacts += 1.0f;
  }
};

}  // namespace limber
