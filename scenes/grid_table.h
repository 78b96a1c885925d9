#pragma once

#include <vector>

#include "scenes/table_reader.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A rectangle of cloth, as [[cloth]] tables of all families describe it.
struct GridTable {
  int columns, rows;
  TriangleMesh mesh;        ///< vertex (c, r) at r * columns + c
  std::vector<int> pinned;  ///< vertices
};

GridTable read_grid(TableReader& table);

}  // namespace limber
