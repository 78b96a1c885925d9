#pragma once

// How wet bodies are, which is only shown: rough things look darker wet, as water sends light that
// they scatter back into them [Lekner88].

#include <cmath>

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

inline constexpr float soaking_s = 0.1f;

/// The share of the way to its end that something goes within a step which takes that long in the
/// mean; 0: at once.
inline float share_of_way(float mean_s, float dt_s) {
  return mean_s > 0.0f ? -std::expm1(-dt_s / mean_s) : 1.0f;
}

/// What fluid is near to is wet in a moment, and dries once it has left. One thread a body.
struct WetBodies {
  View<const long long> touched;  ///< not 0 where fluid is near
  View<float> wetness;            ///< 0 to 1
  float soaks, dries;             ///< shares within a step; what dries at once is never wet

  LIMBER_HD void operator()(int b) const {
    const bool soaked = touched[b] != 0 && dries < 1.0f;
    wetness[b] += soaked ? soaks * (1.0f - wetness[b]) : -dries * wetness[b];
  }
};

}  // namespace limber
