#pragma once

// y = A x, and the assembly and inversion of A's parts, for every layout of a sparse matrix.

#include "kernels/sparse/launch_rows.h"
#include "kernels/sparse/symmetric_block.h"

namespace limber {

/// y = A x; matrix.units() rows.
template <class Matrix>
struct Multiply {
  using T = typename Matrix::Scalar;
  Matrix matrix;
  View<const T> x;
  View<T> y;
  View<const double> incoming{};
  View<double> outgoing{};

  LIMBER_HD int lanes() const { return matrix.lanes(); }
  LIMBER_HD Nothing start(double) const { return {}; }
  LIMBER_HD auto part(int i, int lane, Nothing) const { return matrix.part(i, lane, x); }
  LIMBER_HD double finish(int i, const typename Matrix::Part& sum, Nothing) const {
    matrix.store(i, sum, y);
    return 0.0;
  }
  LIMBER_HD void conclude(Nothing) const {}
};

/// The terms of every block of the matrix: items[first[b]] to items[first[b + 1]] are the blocks of
/// element matrices that make up block b. [Weber13, section 3.3].
struct GatherLists {
  View<const BlockPlace> places;
  View<const int> first;
  View<const int> items;
};

/// Gathers a row of a block of the matrix from its list, so that no two threads write to the same
/// place ([Weber13], algorithm 3, with a thread for each row of each block where the paper has one
/// for each row of the matrix: the sums are the same, and the threads enough for today's GPUs). D:
/// edge of a block. Matrix = element_scale * sum of the elements + what is added to the diagonal.
template <class Matrix, int D>
struct AssembleBlockRow {
  using T = typename Matrix::Scalar;
  Matrix matrix;
  GatherLists lists;
  View<const T> elements;        ///< block k, row a, column c: [(k * D + a) * D + c]
  View<const T> added_diagonal;  ///< a value per row of the matrix, such as its mass; or empty
  T element_scale;

  LIMBER_HD void operator()(int i) const {
    const int b = i / D, a = i % D;
    T sum[D] = {};
    for (int l = lists.first[b]; l < lists.first[b + 1]; ++l) {
      const T* from = elements.data + (lists.items[l] * D + a) * D;
      for (int c = 0; c < D; ++c) sum[c] += from[c];
    }
    const BlockPlace place = lists.places[b];
    const bool on_diagonal = place.position == place.diagonal && !added_diagonal.empty();
    for (int c = 0; c < D; ++c) {
      T value = element_scale * sum[c];
      if (on_diagonal && c == a) value += added_diagonal[place.row * D + a];
      matrix.entry(place, a, c) = value;
    }
  }
};

/// The preconditioner of one node: Jacobi, or the inverse of its 3x3 block. A singular diagonal
/// gives values that are not finite, which the conjugate gradients report.
template <class Matrix, int D>
struct InvertDiagonal {
  using T = typename Matrix::Scalar;
  Matrix matrix;
  View<SymmetricBlock<T, D>> inverse;
  bool whole_block;

  LIMBER_HD void operator()(int node) const {
    SymmetricBlock<T, D> block{};
    for (int c = 0; c < D; ++c) block.at[c] = T(1) / matrix.diagonal_entry(node, c, c);
    if constexpr (D == 3) {
      if (whole_block) block = inverse_of_block(node);
    }
    inverse[node] = block;
  }

 private:
  LIMBER_HD SymmetricBlock<T, D> inverse_of_block(int node) const {
    const T xx = matrix.diagonal_entry(node, 0, 0), xy = matrix.diagonal_entry(node, 0, 1);
    const T yy = matrix.diagonal_entry(node, 1, 1), yz = matrix.diagonal_entry(node, 1, 2);
    const T zz = matrix.diagonal_entry(node, 2, 2), zx = matrix.diagonal_entry(node, 0, 2);
    const T cx = yy * zz - yz * yz, cy = zx * yz - xy * zz, cz = xy * yz - zx * yy;
    const T scale = T(1) / (xx * cx + xy * cy + zx * cz);
    return {{cx * scale, (xx * zz - zx * zx) * scale, (xx * yy - xy * xy) * scale, cy * scale,
             (xy * zx - xx * yz) * scale, cz * scale}};
  }
};

}  // namespace limber
