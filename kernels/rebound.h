#pragma once

#include "kernels/hd.h"

namespace limber {

/// Whether what comes nearer by so much in a step rebounds: twice what gravity adds in it is no
/// more than what rests.
LIMBER_HD inline bool rebounds(float restitution, float coming_m, float dt_s) {
  constexpr float slowest_m_s2 = 20.0f;
  return restitution > 0.0f && coming_m > slowest_m_s2 * dt_s * dt_s;
}

}  // namespace limber
