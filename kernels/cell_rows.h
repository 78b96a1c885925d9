#pragma once

// A uniform unbounded grid, hashed by tiles of cells ([Teschner03], but with whole tiles instead of
// single cells): within a tile, cells that are neighbours along x are neighbours in memory, so that
// the 27 cells around a position are nine ranges, and for heaps of any shape most tiles get slots
// of their own. Tiles in the same slot of the table share its buckets: queries compare distances
// anyway, and find nothing twice, since nearby cells have different positions in their tiles.

#include <bit>
#include <glm/glm.hpp>

#include "kernels/cell_grid.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

struct CellRows {
  static constexpr int width_bits = 5, height_bits = 2, depth_bits = 2;  ///< of a tile, in cells
  static constexpr int width = 1 << width_bits;

  float size_m;
  int tile_bits;  ///< the table has 2^tile_bits tiles

  LIMBER_HD int buckets() const { return 1 << (tile_bits + width_bits + height_bits + depth_bits); }
  LIMBER_HD glm::ivec3 cell_of(const glm::vec3& x) const { return cell_at(x, size_m); }
  LIMBER_HD int bucket_of(const glm::ivec3& cell) const {
    return row_of(cell) + (cell.x & (width - 1));
  }
  /// The first bucket of the row along x in a cell's tile.
  LIMBER_HD int row_of(const glm::ivec3& cell) const {
    const unsigned hash = static_cast<unsigned>(cell.x >> width_bits) * 73856093u ^
                          static_cast<unsigned>(cell.y >> height_bits) * 19349663u ^
                          static_cast<unsigned>(cell.z >> depth_bits) * 83492791u;
    const int tile = static_cast<int>((hash ^ hash >> 15) & ((1u << tile_bits) - 1u));
    const int y = cell.y & ((1 << height_bits) - 1), z = cell.z & ((1 << depth_bits) - 1);
    return (((tile << depth_bits | z) << height_bits) | y) << width_bits;
  }
};

/// Two to four cells per item: with more, clearing and scanning the table would cost a GPU more
/// than the extra candidates from shared buckets.
inline CellRows cell_rows_for(int items, float size_m) {
  const int bits = std::bit_width(2u * static_cast<unsigned>(items));
  const int of_tile = CellRows::width_bits + CellRows::height_bits + CellRows::depth_bits;
  return {size_m, glm::clamp(bits - of_tile, 0, 28 - of_tile)};
}

/// The ranges of sorted items in the three cells around one in one of the nine rows around it:
/// [begin, end), and if the tile ends among them, [next_begin, next_end) in the next tile. first:
/// of CellLists.
LIMBER_HD inline void cells_of_row(const CellRows& rows, View<const int> first,
                                   const glm::ivec3& cell, int row_of_nine, int& begin, int& end,
                                   int& next_begin, int& next_end) {
  const glm::ivec3 lowest = cell + glm::ivec3(-1, row_of_nine % 3 - 1, row_of_nine / 3 - 1);
  const int left = lowest.x & (CellRows::width - 1);
  const int right = left + 3;  // past the last cell
  const int row = rows.row_of(lowest);
  begin = first[row + left];
  end = first[row + (right < CellRows::width ? right : CellRows::width)];
  next_begin = next_end = 0;
  if (right <= CellRows::width) return;
  const int next = rows.row_of(lowest + glm::ivec3(2, 0, 0));
  next_begin = first[next];
  next_end = first[next + right - CellRows::width];
}

/// Calls visit(k), once each, for the index k in the sorted items of everything in the 27 cells
/// around x, and of some items that are not near.
template <class Visit>
LIMBER_HD void visit_cells_around(const CellRows& rows, View<const int> first, const glm::vec3& x,
                                  const Visit& visit) {
  const glm::ivec3 cell = rows.cell_of(x);
  for (int row = 0; row < 9; ++row) {
    int begin, end, next_begin, next_end;
    cells_of_row(rows, first, cell, row, begin, end, next_begin, next_end);
    for (int k = begin; k < end; ++k) visit(k);
    for (int k = next_begin; k < next_end; ++k) visit(k);
  }
}

}  // namespace limber
