#pragma once

#include <vector>

#include "scenes/builders.h"
#include "scenes/pile_table.h"
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

/// Makes the shapes of a table, as its reader is blamed for where it cannot.
PileShapes make_pile_shapes(const PileTable& table, const TableReader& reader,
                            const Opening& opening);

}  // namespace limber
