#pragma once

#include "sim/plants/growth/stem_line.h"
#include "sim/plants/plant.h"

namespace limber {

/// How fine a stem is cut.
struct StemMesh {
  int sides = 4;        ///< around the solid, at least 3
  int rings = 4;        ///< along it, at least 2
  int drawn_sides = 0;  ///< around what is drawn, with bark; 0: the solid's own surface is drawn
  int drawn_rings = 0;

  int points() const { return (drawn_sides > 0 ? drawn_rings : rings) + 1; }
  /// What is drawn: rings, the middle of the foot and the tip.
  int vertices() const { return (drawn_sides > 0 ? drawn_sides * drawn_rings : sides * rings) + 2; }
};

/// Furrows of bark, and roots at the foot.
struct Bark {
  float depth = 0.0f;    ///< in radii
  float furrows = 8.0f;  ///< around the stem, an even number
  float roots = 0.0f;    ///< how far they reach out of the foot, in radii
};

/// A closed, round, pointed solid along a line, drawn and cut into tetrahedra of positive volume,
/// held at the ring of its foot. The material and the number of modes are left to the caller.
PartShape stem_shape(const StemLine& line, const StemMesh& mesh, const Bark& bark,
                     SeededRandom& random);

}  // namespace limber
