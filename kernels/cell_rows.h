#pragma once

// A uniform grid without an end that lies in memory as space does: a block of cells that repeats in
// all directions, row after row (Harada 2007, section 29.1.4, has one such block and ends there).
// Neighbours along x are neighbours in memory, so the 27 cells around a place are nine ranges.
// Cells that are a whole block apart share a bucket: who visits them compares distances anyway.

#include <bit>
#include <glm/glm.hpp>

#include "kernels/cell_grid.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

struct CellRows {
  float size_m;
  int x_bits, y_bits, z_bits;  ///< the block has 2^bits cells along each axis, at least four

  LIMBER_HD int buckets() const { return 1 << (x_bits + y_bits + z_bits); }
  LIMBER_HD glm::ivec3 cell_of(const glm::vec3& x) const { return cell_at(x, size_m); }
  LIMBER_HD int bucket_of(const glm::ivec3& cell) const {
    return row_of(cell.y, cell.z) + (cell.x & ((1 << x_bits) - 1));
  }
  /// The first bucket of a row along x.
  LIMBER_HD int row_of(int y, int z) const {
    return (((z & ((1 << z_bits) - 1)) << y_bits) + (y & ((1 << y_bits) - 1))) << x_bits;
  }
};

/// A block of two to four cells an item, as wide as it is deep and no higher than that: clearing
/// and scanning the table costs a GPU more than what cells that share a bucket bring to be looked
/// at.
inline CellRows cell_rows_for(int items, float size_m) {
  const int bits =
      glm::clamp(static_cast<int>(std::bit_width(2u * static_cast<unsigned>(items))), 6, 28);
  const int y_bits = bits / 3;
  const int z_bits = (bits - y_bits) / 2;
  return {size_m, bits - y_bits - z_bits, y_bits, z_bits};
}

/// The places in the sorted items of the three cells around x in one of the nine rows around it:
/// [begin, end), and where the block of cells ends among them, [wrapped_begin, wrapped_end) at the
/// row's start. first: of CellLists.
LIMBER_HD inline void cells_of_row(const CellRows& rows, View<const int> first, const glm::vec3& x,
                                   int row_of_nine, int& begin, int& end, int& wrapped_begin,
                                   int& wrapped_end) {
  const glm::ivec3 lowest = rows.cell_of(x) - 1;
  const int width = 1 << rows.x_bits;
  const int left = lowest.x & (width - 1);
  const int right = left + 3;  // past the last cell
  const int row = rows.row_of(lowest.y + row_of_nine % 3, lowest.z + row_of_nine / 3);
  begin = first[row + left];
  end = first[row + (right < width ? right : width)];
  wrapped_begin = wrapped_end = 0;
  if (right <= width) return;
  wrapped_begin = first[row];
  wrapped_end = first[row + right - width];
}

/// Calls visit(k) for the place k in the sorted items of everything in the 27 cells around x, and
/// of more that is not near: once each.
template <class Visit>
LIMBER_HD void visit_cells_around(const CellRows& rows, View<const int> first, const glm::vec3& x,
                                  const Visit& visit) {
  for (int row = 0; row < 9; ++row) {
    int begin, end, wrapped_begin, wrapped_end;
    cells_of_row(rows, first, x, row, begin, end, wrapped_begin, wrapped_end);
    for (int k = begin; k < end; ++k) visit(k);
    for (int k = wrapped_begin; k < wrapped_end; ++k) visit(k);
  }
}

}  // namespace limber
