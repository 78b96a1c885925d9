#pragma once

// Counters of what goes wrong in a pile: see CloseTally.

#include "kernels/atomics.h"
#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/view.h"

namespace limber {

struct PileTally {
  int sunk_bodies = 0;      ///< with deep overlaps for a while
  int excess_contacts = 0;  ///< without room for their spring or impulse: counted
                            ///< in every step and from both sides
  int steps = 0;
};

inline constexpr float sunk_diameters = 0.1f;  ///< a larger overlap counts as sunk
inline constexpr float sunk_after_s = 0.2f;

/// Counts bodies that their contacts fail to keep out of others. Run every few steps.
struct MeasureSunk {
  static constexpr int grain = 64;
  View<const int> first_sphere;
  View<const float> deepest;  ///< overlap of each sphere, as a share of the smaller one's diameter
  View<float> sunk_s;         ///< time sunk minus time not sunk, within [0, sunk_after_s]
  View<PileTally> tally;
  float passed_s;

  LIMBER_HD void operator()(int b) const {
    bool sunk = false;
    for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i)
      sunk = sunk || deepest[i] > sunk_diameters;
    sunk_s[b] = glm::clamp(sunk_s[b] + (sunk ? passed_s : -passed_s), 0.0f, sunk_after_s);
    if (sunk_s[b] >= sunk_after_s) atomic_add(tally[0].sunk_bodies, 1);
  }
};

}  // namespace limber
