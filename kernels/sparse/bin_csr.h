#pragma once

// BIN-CSR: [Weber13, section 3]. The diagonal is stored separately; the other entries of a bin of
// 32 rows are stored column by column, so that the 32 threads of a warp, one per row, read adjacent
// entries. Rows are padded to the longest of their bin.
//
// The paper keeps an offset for every row. Rows of a bin start next to each other, so one per bin
// is enough.

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// As wide as a warp.
inline constexpr int bin_width_log2 = 5;
inline constexpr int bin_width = 1 << bin_width_log2;

/// A block of the matrix by its place in the pattern: the row of blocks, how many blocks of the
/// row come before it, and how many come before the row's diagonal block.
struct BlockPlace {
  int row;
  int position;
  int diagonal;
};

template <class T>
struct BinCsr {
  using Scalar = T;
  using Part = T;

  int rows;
  int block;                     ///< edge of the blocks that BlockPlace counts: 1 or 3
  View<T> diagonal;              ///< one per row
  View<T> values;                ///< of row r, entry k: at(r, k)
  View<const int> columns;       ///< parallel to the values; padding refers to its own row
  View<const int> first_of_bin;  ///< in values, and the end of all

  LIMBER_HD int at(int row, int k) const {
    return first_of_bin[row / bin_width] + k * bin_width + row % bin_width;
  }

  /// Rows that are multiplied independently, and the threads per row.
  LIMBER_HD int units() const { return rows; }
  LIMBER_HD int lanes() const { return 1; }

  /// [Weber13, algorithm 1].
  LIMBER_HD Part part(int row, int, const View<const T>& x) const {
    T sum = diagonal[row] * x[row];
    const int end = first_of_bin[row / bin_width + 1];
    for (int i = at(row, 0); i < end; i += bin_width) sum += values[i] * x[columns[i]];
    return sum;
  }
  LIMBER_HD static void store(int row, Part sum, const View<T>& y) { y[row] = sum; }
  LIMBER_HD static double dot(int row, Part sum, const View<const T>& x) {
    return static_cast<double>(sum) * static_cast<double>(x[row]);
  }

  /// Row a, column c of a block.
  LIMBER_HD T& entry(const BlockPlace& place, int a, int c) const {
    const int row = place.row * block + a;
    const int k = place.position * block + c;
    const int own = place.diagonal * block + a;
    if (k == own) return diagonal[row];
    return values[at(row, k > own ? k - 1 : k)];
  }
  LIMBER_HD T diagonal_entry(int node, int a, int) const { return diagonal[node * block + a]; }
};

}  // namespace limber
