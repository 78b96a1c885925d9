#pragma once

// Sliced ELLPACK of 3x3 blocks with several threads per block row: it replaces BIN-BCSR on GPUs
// with many more threads than these matrices have rows.
//
// Slices: [Monakov10].
// Threads that share a row (ELLR-T): [Vazquez11].
//
// A thread takes whole blocks: 9 values for one column index (40 bytes, where BIN-BCSR reads 48),
// in two loads of four values, one of one, and the index, each coalesced across the warp. Long rows
// end sooner, because a team of threads shares them. Rows of similar length are put into one slice:
// [Kreutzer14], SELL-C-sigma. A row's index in the order of the slices is its unit. The diagonal is
// the first block of its row: if it were stored separately, as in BIN-BCSR, units would read it in
// scattered pieces of 4 bytes.

#include "kernels/sparse/bin_csr.h"

namespace limber {

/// Threads that may share a block row: a power of two, up to this.
inline constexpr int max_lanes = 16;

template <class T>
struct Triple {
  T x, y, z;
  LIMBER_HD Triple& operator+=(const Triple& other) {
    x += other.x;
    y += other.y;
    z += other.z;
    return *this;
  }
};

template <class T>
struct alignas(16) Quad {
  T at[4];
};

template <class T>
struct BlockSell {
  using Scalar = T;
  using Part = Triple<T>;

  int block_rows;
  int team_log2;   ///< of the threads per block row
  View<T> values;  ///< chunks of 32 blocks: their first four entries, their next four, their last
  View<const int> columns;  ///< of blocks, 32 per chunk; padding refers to its own row
  View<const int> row_of_unit, unit_of_row;
  View<const int> first_of_slice;  ///< chunk where the slice of 32 / team units begins,
                                   ///< and the end of all

  LIMBER_HD int units() const { return block_rows; }
  LIMBER_HD int lanes() const { return 1 << team_log2; }

  LIMBER_HD int slice_of(int unit) const { return unit >> (bin_width_log2 - team_log2); }
  /// The chunk that holds block k of a unit, the diagonal first, and the slot in it.
  LIMBER_HD int chunk_of(int unit, int k) const {
    return first_of_slice[slice_of(unit)] + (k >> team_log2);
  }
  LIMBER_HD int slot_of(int unit, int k) const {
    return ((unit << team_log2) + (k & (lanes() - 1))) & (bin_width - 1);
  }
  LIMBER_HD static int at(int chunk, int slot, int m) {
    const int start = chunk * 9 * bin_width;
    return m == 8 ? start + 8 * bin_width + slot : start + m / 4 * 4 * bin_width + slot * 4 + m % 4;
  }

  LIMBER_HD Part part(int unit, int lane, const View<const T>& x) const {
    Part sum{T(0), T(0), T(0)};
    const int slice = slice_of(unit);
    const int slot = slot_of(unit, lane);
    const int end = first_of_slice[slice + 1];
#ifdef __CUDA_ARCH__
#pragma unroll 2  // two chunks in flight: 4 waste time on short rows, 1 wastes bandwidth
#endif
    for (int chunk = first_of_slice[slice]; chunk < end; ++chunk) {
      const T* start = values.data + chunk * 9 * bin_width;
      const Quad<T> first = reinterpret_cast<const Quad<T>*>(start)[slot];
      const Quad<T> next = reinterpret_cast<const Quad<T>*>(start + 4 * bin_width)[slot];
      const T last = start[8 * bin_width + slot];
      const T* from = x.data + 3 * columns[chunk * bin_width + slot];
      const T u = from[0], v = from[1], w = from[2];
      sum.x += first.at[0] * u + first.at[1] * v + first.at[2] * w;
      sum.y += first.at[3] * u + next.at[0] * v + next.at[1] * w;
      sum.z += next.at[2] * u + next.at[3] * v + last * w;
    }
    return sum;
  }
  LIMBER_HD void store(int unit, const Part& sum, const View<T>& y) const {
    const int row = row_of_unit[unit];
    y[3 * row] = sum.x;
    y[3 * row + 1] = sum.y;
    y[3 * row + 2] = sum.z;
  }
  LIMBER_HD double dot(int unit, const Part& sum, const View<const T>& x) const {
    const int row = row_of_unit[unit];
    return static_cast<double>(sum.x) * static_cast<double>(x[3 * row]) +
           static_cast<double>(sum.y) * static_cast<double>(x[3 * row + 1]) +
           static_cast<double>(sum.z) * static_cast<double>(x[3 * row + 2]);
  }

  LIMBER_HD T& entry(const BlockPlace& place, int a, int c) const {
    const int off_diagonal = place.position - (place.position > place.diagonal ? 1 : 0);
    const int k = place.position == place.diagonal ? 0 : off_diagonal + 1;
    const int unit = unit_of_row[place.row];
    return values[at(chunk_of(unit, k), slot_of(unit, k), 3 * a + c)];
  }
  LIMBER_HD T diagonal_entry(int node, int a, int c) const {
    const int unit = unit_of_row[node];
    return values[at(chunk_of(unit, 0), slot_of(unit, 0), 3 * a + c)];
  }
};

}  // namespace limber
