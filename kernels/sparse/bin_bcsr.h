#pragma once

// BIN-BCSR: [Weber13, section 3]. As BIN-CSR, for matrices of 3x3 blocks: a thread still handles
// one row of scalars, but reads one column index for three values. The 3x3 blocks of the diagonal
// are stored separately.

#include "kernels/sparse/bin_csr.h"

namespace limber {

template <class T>
struct BinBcsr {
  using Scalar = T;
  using Part = T;

  int rows;                      ///< of scalars
  View<T> diagonal;              ///< column c of row r's diagonal block: [c * rows + r]
  View<T> values;                ///< of row r, block k, column c: at(r, k, c)
  View<const int> columns;       ///< of blocks; of row r, block k: column_at(r, k)
  View<const int> first_of_bin;  ///< in columns, and the end of all; times 3 in values

  LIMBER_HD int column_at(int row, int k) const {
    return first_of_bin[row / bin_width] + k * bin_width + row % bin_width;
  }
  LIMBER_HD int at(int row, int k, int c) const {
    return 3 * first_of_bin[row / bin_width] + (3 * k + c) * bin_width + row % bin_width;
  }

  LIMBER_HD int units() const { return rows; }
  LIMBER_HD int lanes() const { return 1; }

  LIMBER_HD Part part(int row, int, const View<const T>& x) const {
    const int own = row / 3 * 3;
    T sum = diagonal[row] * x[own] + diagonal[rows + row] * x[own + 1] +
            diagonal[2 * rows + row] * x[own + 2];
    const int end = first_of_bin[row / bin_width + 1];
    int v = at(row, 0, 0);
    for (int i = column_at(row, 0); i < end; i += bin_width, v += 3 * bin_width) {
      const int column = 3 * columns[i];
      sum += values[v] * x[column] + values[v + bin_width] * x[column + 1] +
             values[v + 2 * bin_width] * x[column + 2];
    }
    return sum;
  }
  LIMBER_HD static void store(int row, Part sum, const View<T>& y) { y[row] = sum; }
  LIMBER_HD static double dot(int row, Part sum, const View<const T>& x) {
    return static_cast<double>(sum) * static_cast<double>(x[row]);
  }

  LIMBER_HD T& entry(const BlockPlace& place, int a, int c) const {
    const int row = 3 * place.row + a;
    if (place.position == place.diagonal) return diagonal[c * rows + row];
    return values[at(row, place.position - (place.position > place.diagonal ? 1 : 0), c)];
  }
  LIMBER_HD T diagonal_entry(int node, int a, int c) const {
    return diagonal[c * rows + 3 * node + a];
  }
};

}  // namespace limber
