#pragma once

#include <vector>

#include "sim/sparse/pattern.h"

namespace limber {

/// Two particles of a grid of cloth that a spring joins.
struct ClothLink {
  int from, to;
  int cells;      ///< 1: neighbours; 2: the next but one, against bending
  bool diagonal;  ///< else along a row or column
};

/// The springs of [ChoiKo02], on a grid of particles, in rows: each is joined to its 4 neighbours
/// along the axes, 4 along the diagonals, and to the next but one of each, up to 16. Every spring
/// once.
std::vector<ClothLink> cloth_links(int columns, int rows);

/// The matrix "Cloth" of [Weber13, tables 1 and 2], for 160 x 160. 3x3 blocks.
Pattern cloth_pattern(int columns, int rows);

}  // namespace limber
