#pragma once

#include <vector>

#include "sim/sparse/pattern.h"

namespace limber {

/// Two particles of a cloth grid joined by a spring.
struct ClothLink {
  int from, to;
  int cells;      ///< 1: neighbours; 2: every other particle, against bending
  bool diagonal;  ///< else along a row or column
};

/// The springs of [ChoiKo02] on a grid of particles, numbered row by row: each particle is joined
/// to its 8 neighbours along axes and diagonals, and to the particles one further, up to 16. Each
/// spring is listed once.
std::vector<ClothLink> cloth_links(int columns, int rows);

/// The matrix "Cloth" of [Weber13, tables 1 and 2], for 160 x 160. 3x3 blocks.
Pattern cloth_pattern(int columns, int rows);

}  // namespace limber
