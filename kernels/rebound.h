#pragma once

#include "kernels/hd.h"

namespace limber {

/// Whether an approach of coming_m in a step rebounds. Up to twice what gravity adds in a step,
/// contacts rest.
LIMBER_HD inline bool rebounds(float restitution, float coming_m, float dt_s) {
  constexpr float slowest_m_s2 = 20.0f;
  return restitution > 0.0f && coming_m > slowest_m_s2 * dt_s * dt_s;
}

}  // namespace limber
