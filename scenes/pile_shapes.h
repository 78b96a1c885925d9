#pragma once

#include <vector>

#include "scenes/builders.h"
#include "scenes/table_reader.h"
#include "sim/piles/sphere_body.h"
#include "sim/publish.h"

namespace limber {

struct PileShape {
  SphereBody body;
  StaticMesh drawn;  ///< in the frame of the body
};

/// The shapes of a [[pile]], and how often each comes: shapes[set[0]], shapes[set[1]] ... and
/// again.
struct PileShapes {
  std::vector<PileShape> shapes;
  std::vector<int> set;
};

/// Reads `shape` and what goes with it.
PileShapes read_pile_shapes(TableReader& table, const Opening& opening);

}  // namespace limber
