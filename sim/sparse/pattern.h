#pragma once

// Which entries of a sparse matrix are not zero, and of what their values are made up.

#include <span>
#include <utility>
#include <vector>

#include "kernels/sparse/multiply.h"

namespace limber {

/// The non-zero entries of a square matrix, of scalars or of square blocks: row r has the columns
/// columns[first[r]] to columns[first[r + 1]], ascending, its diagonal among them.
struct Pattern {
  std::vector<int> first;
  std::vector<int> columns;

  int rows() const { return static_cast<int>(first.size()) - 1; }
  int entries() const { return static_cast<int>(columns.size()); }
  /// Where the entry is in columns, or -1 if it is zero.
  int find(int row, int column) const;
};

/// A pattern of `rows` rows with these entries (row, column) in any order, repeated or not, and the
/// diagonal. Throws Error(bad_input) for one that is not in the matrix.
Pattern pattern_of(int rows, std::vector<std::pair<int, int>> entries);

/// Nodes that share an element are joined. corners: `each` nodes an element, element after element.
/// Throws Error(bad_input) for a corner that is not a node.
Pattern pattern_of_elements(int nodes, std::span<const int> corners, int each);

/// The pattern of the scalars of a pattern of blocks with edges of `block`.
Pattern scalars_of(const Pattern& pattern, int block);

/// What the tables 1 and 2 of [Weber13] say of a matrix.
struct PatternStatistics {
  int dimension = 0;
  long long nonzeros = 0;
  /// Scalars a row without the block of the diagonal.
  int longest_row = 0, shortest_row = 0;
  double mean_row = 0.0;
};

/// block: edge of the blocks that the pattern is of.
PatternStatistics statistics_of(const Pattern& pattern, int block);

/// BlockPlace of every entry of the pattern.
std::vector<BlockPlace> places_of(const Pattern& pattern);

/// For every entry of a pattern the terms that make it up: items[first[e]] to items[first[e + 1]].
struct GatherList {
  std::vector<int> first;
  std::vector<int> items;
};

/// Element e's matrix has each x each blocks, rows before columns: its block (a, b) is item
/// (e * each + a) * each + b and adds to the entry (corner a, corner b). Items ascend within an
/// entry. The corners are those that the pattern was made from.
GatherList gather_elements(const Pattern& pattern, std::span<const int> corners, int each);

}  // namespace limber
