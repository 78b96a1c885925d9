#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// How far each contact of each sphere was sheared. A contact without a slot pushes and rubs as any
/// other, it only has no memory.
struct ShearSprings {
  static constexpr int most_slots = 32;
  View<glm::vec4> stretches_m;  ///< slot s of sphere i at s * spheres + i
  View<int> used;               ///< bit s of sphere i: its slot s is in use

  LIMBER_HD bool has(int slot) const {
    return slot < most_slots && (slot + 1) * used.size <= stretches_m.size;
  }
  LIMBER_HD bool in_use(int slot, int sphere) const {
    return has(slot) && (used[sphere] >> slot & 1) != 0;
  }
  LIMBER_HD glm::vec3 stretch_m(int slot, int sphere) const {
    return glm::vec3(stretches_m[slot * used.size + sphere]);
  }
  /// bits: takes the slot's; used[sphere] becomes these when all contacts have been looked at, and
  /// the springs of contacts that are no more are forgotten.
  LIMBER_HD void keep(int slot, int sphere, const glm::vec3& stretch, int& bits) const {
    stretches_m[slot * used.size + sphere] = glm::vec4(stretch, 0.0f);
    bits |= static_cast<int>(1u << slot);
  }
};

}  // namespace limber
