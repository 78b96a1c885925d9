#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/plants/growth/seeded_random.h"

namespace limber {

/// How a stem runs. Its frame has the stem's foot at the origin and its first direction along +y.
struct StemForm {
  float length_m = 1.0f;
  float base_radius_m = 0.02f;
  float tip_radius_m = 0.004f;
  float bend_rad = 0.0f;    ///< from the foot to the tip, towards +z
  float wobble_rad = 0.0f;  ///< to and fro
  float nod_rad = 0.0f;     ///< how far the last tenth hangs over, towards +z
  float flare = 0.3f;       ///< how much thicker it is where it leaves its parent, in radii
};

/// The middle line of a stem, straight between points that lie evenly along it.
struct StemLine {
  std::vector<glm::vec3> points_m;
  std::vector<float> radii_m;  ///< 0 at the tip

  /// Places are shares of the length, from 0 at the foot to 1 at the tip.
  glm::vec3 at(float share) const;
  glm::vec3 tangent(float share) const;
  float radius_m(float share) const;
  float length_m() const;
};

/// points: at least 2.
StemLine run_stem(const StemForm& form, int points, SeededRandom& random);

}  // namespace limber
