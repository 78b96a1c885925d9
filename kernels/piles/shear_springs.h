#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Additional slots of spheres that many smaller ones can touch: for list entries from `begin` on.
/// Empty if all spheres are of one size.
struct ExtraRoom {
  static constexpr int begin = 32;
  View<const int> first;  ///< of each sphere, and one past the last

  LIMBER_HD int of(int sphere) const {
    return first.empty() ? 0 : first[sphere + 1] - first[sphere];
  }
  LIMBER_HD int at(int sphere, int entry) const { return first[sphere] + entry - begin; }
};

/// Shear displacement of a contact, and its rolling displacement: the angle times the smaller
/// radius, along the axis. Both are perpendicular to the contact's normal.
struct Stretch {
  glm::vec3 shear_m{0.0f}, roll_m{0.0f};
};

/// The stretch of each contact of each sphere. A contact without a slot has pressure and friction
/// like any other, but no spring.
struct ShearSprings {
  static constexpr int max_slots = ExtraRoom::begin;  ///< of each sphere, without extra room
  View<glm::vec4> stretches_m;                        ///< slot s of sphere i at s * spheres + i
  View<int> used;                                     ///< bit s of sphere i: its slot s is in use
  ExtraRoom extra{};
  View<glm::vec4> extra_m{};  ///< extra slots; the last component is 1 in use, else 0
  // Rolling displacements, in the same places; empty: no springs against rolling.
  View<glm::vec4> rolls_m{}, extra_rolls_m{};

  LIMBER_HD bool has(int slot, int sphere) const {
    if (slot < max_slots) return (slot + 1) * used.size <= stretches_m.size;
    return slot < max_slots + extra.of(sphere);
  }
  LIMBER_HD bool in_use(int slot, int sphere) const {
    if (!has(slot, sphere)) return false;
    if (slot < max_slots) return (used[sphere] >> slot & 1) != 0;
    return extra_m[extra.at(sphere, slot)].w != 0.0f;
  }
  LIMBER_HD Stretch stretch(int slot, int sphere) const {
    // No reference to one of two views: it would put all kernel arguments into local memory.
    Stretch stretch;
    if (slot < max_slots) {
      const int at = slot * used.size + sphere;
      stretch.shear_m = glm::vec3(stretches_m[at]);
      if (!rolls_m.empty()) stretch.roll_m = glm::vec3(rolls_m[at]);
    } else {
      const int at = extra.at(sphere, slot);
      stretch.shear_m = glm::vec3(extra_m[at]);
      if (!rolls_m.empty()) stretch.roll_m = glm::vec3(extra_rolls_m[at]);
    }
    return stretch;
  }
  /// Stores a spring and sets the slot's bit. used[sphere] is set to `bits` after all contacts,
  /// which drops the springs of contacts that have ended.
  LIMBER_HD void keep(int slot, int sphere, const Stretch& stretch, int& bits) const {
    if (slot < max_slots) {
      const int at = slot * used.size + sphere;
      stretches_m[at] = glm::vec4(stretch.shear_m, 0.0f);
      if (!rolls_m.empty()) rolls_m[at] = glm::vec4(stretch.roll_m, 0.0f);
      bits |= static_cast<int>(1u << slot);
    } else {
      const int at = extra.at(sphere, slot);
      extra_m[at] = glm::vec4(stretch.shear_m, 1.0f);
      if (!rolls_m.empty()) extra_rolls_m[at] = glm::vec4(stretch.roll_m, 0.0f);
    }
  }
  /// Frees an extra slot, which has no bit: its contact has ended.
  LIMBER_HD void drop(int slot, int sphere) const {
    if (slot >= max_slots && has(slot, sphere)) extra_m[extra.at(sphere, slot)] = glm::vec4(0.0f);
  }
};

}  // namespace limber
