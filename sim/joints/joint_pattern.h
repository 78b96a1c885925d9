#pragma once

#include <vector>

#include "kernels/joints/joint_matrix.h"
#include "sim/sparse/pattern.h"

namespace limber {

/// The matrix J M^-1 J^T of these blocks of rows before any value is known [Weber13, section 4.2].
struct JointPattern {
  Pattern pattern;               ///< a row a block; blocks that share a moving body are neighbours
  std::vector<JointPair> pairs;  ///< the terms of its entries
  GatherList gather;             ///< of each entry its pairs
  /// Of each body that moves: 2 * block, and 1 where it is body b of it.
  std::vector<int> first_of_body, blocks_of_body;
};

/// moves: of each body, whether anything can move it.
JointPattern joint_pattern(const std::vector<JointBlock>& blocks, const std::vector<bool>& moves);

}  // namespace limber
