#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/plants/growth/seeded_random.h"

namespace limber {

/// The form of a stem. Its frame has the foot at the origin and the initial direction along +y.
struct StemForm {
  float length_m = 1.0f;
  float base_radius_m = 0.02f;
  float tip_radius_m = 0.004f;
  float bend_rad = 0.0f;    ///< from the foot to the tip, towards +z
  float wobble_rad = 0.0f;  ///< amplitude of random waves in its direction
  float nod_rad = 0.0f;     ///< by which the last tenth hangs over, towards +z
  float flare = 0.3f;       ///< added thickness at the foot, in radii
};

/// The centre line of a stem: a polyline of points at equal distances.
struct StemLine {
  std::vector<glm::vec3> points_m;
  std::vector<float> radii_m;  ///< 0 at the tip

  /// share: of the length, from 0 at the foot to 1 at the tip.
  glm::vec3 at(float share) const;
  glm::vec3 tangent(float share) const;
  float radius_m(float share) const;
  float length_m() const;
};

/// points: at least 2.
StemLine run_stem(const StemForm& form, int points, SeededRandom& random);

}  // namespace limber
