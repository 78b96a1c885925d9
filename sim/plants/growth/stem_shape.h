#pragma once

#include "sim/plants/growth/stem_line.h"
#include "sim/plants/plant.h"

namespace limber {

/// Resolution of a stem's meshes.
struct StemMesh {
  int sides = 4;        ///< around the solid, at least 3
  int rings = 4;        ///< along it, at least 2
  int drawn_sides = 0;  ///< around the drawn bark; 0: the surface of the solid is drawn
  int drawn_rings = 0;

  int points() const { return (drawn_sides > 0 ? drawn_rings : rings) + 1; }
  /// Number of drawn vertices: rings, the middle of the foot and the tip.
  int vertices() const { return (drawn_sides > 0 ? drawn_sides * drawn_rings : sides * rings) + 2; }
};

/// Shape of the bark: furrows, and roots at the foot.
struct Bark {
  float depth = 0.0f;    ///< in radii
  float furrows = 8.0f;  ///< number around the stem, even
  float roots = 0.0f;    ///< by which they stick out of the foot, in radii
};

/// A closed, round, pointed solid along a line: drawn surface and tetrahedra of positive volume,
/// clamped at the ring of its foot. The caller sets material and number of modes.
PartShape stem_shape(const StemLine& line, const StemMesh& mesh, const Bark& bark,
                     SeededRandom& random);

}  // namespace limber
