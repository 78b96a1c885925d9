#pragma once

// The sparsity pattern of a matrix, and the terms that sum up to its entries.

#include <span>
#include <utility>
#include <vector>

#include "kernels/sparse/multiply.h"

namespace limber {

/// The non-zero entries of a square matrix of scalars or square blocks: row r has the columns
/// columns[first[r]] to before columns[first[r + 1]], ascending, the diagonal included.
struct Pattern {
  std::vector<int> first;
  std::vector<int> columns;

  int rows() const { return static_cast<int>(first.size()) - 1; }
  int entries() const { return static_cast<int>(columns.size()); }
  /// Index of the entry in columns, or -1 if it is zero.
  int find(int row, int column) const;
};

/// A pattern with these entries (row, column), in any order and possibly repeated, and the
/// diagonal. Throws Error(bad_input) for an entry outside of the matrix.
Pattern pattern_of(int rows, std::vector<std::pair<int, int>> entries);

/// Connects nodes that share an element. corners: `each` nodes per element. Throws Error(bad_input)
/// for a corner that is not a node.
Pattern pattern_of_elements(int nodes, std::span<const int> corners, int each);

/// The scalar pattern of a pattern of block x block blocks.
Pattern scalars_of(const Pattern& pattern, int block);

/// The properties of a matrix in tables 1 and 2 of [Weber13].
struct PatternStatistics {
  int dimension = 0;
  long long nonzeros = 0;
  /// Scalars per row without the diagonal block.
  int longest_row = 0, shortest_row = 0;
  double mean_row = 0.0;
};

/// block: number of rows of the pattern's blocks.
PatternStatistics statistics_of(const Pattern& pattern, int block);

/// BlockPlace of every entry of the pattern.
std::vector<BlockPlace> places_of(const Pattern& pattern);

/// The terms of each entry e of a pattern: items[first[e]] to before items[first[e + 1]].
struct GatherList {
  std::vector<int> first;
  std::vector<int> items;
};

/// The matrix of element e has each x each blocks, row-major: block (a, b) is item (e * each + a) *
/// each + b and is added to the entry (corner a, corner b). Items ascend within an entry. corners:
/// those that the pattern was made from.
GatherList gather_elements(const Pattern& pattern, std::span<const int> corners, int each);

}  // namespace limber
