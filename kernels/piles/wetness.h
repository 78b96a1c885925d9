#pragma once

// Wetness of bodies, for display only: rough surfaces look darker when wet, as water reflects
// scattered light back into them [Lekner88].

#include <cmath>

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

inline constexpr float soaking_s = 0.1f;

/// Share of an exponential approach with time constant mean_s that a step covers; 0: at once.
inline float share_of_way(float mean_s, float dt_s) {
  return mean_s > 0.0f ? -std::expm1(-dt_s / mean_s) : 1.0f;
}

/// A body gets wet at once near fluid, and dries after the fluid has left. One thread per body.
struct WetBodies {
  View<const long long> touched;  ///< nonzero where fluid is near
  View<float> wetness;            ///< 0 to 1
  float soaks, dries;             ///< shares per step; with dries = 1 nothing gets wet

  LIMBER_HD void operator()(int b) const {
    const bool soaked = touched[b] != 0 && dries < 1.0f;
    wetness[b] += soaked ? soaks * (1.0f - wetness[b]) : -dries * wetness[b];
  }
};

}  // namespace limber
