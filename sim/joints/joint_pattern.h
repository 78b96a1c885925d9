#pragma once

#include <vector>

#include "kernels/joints/joint_matrix.h"
#include "sim/sparse/pattern.h"

namespace limber {

/// The sparsity pattern of J M^-1 J^T for blocks of rows [Weber13, section 4.2].
struct JointPattern {
  Pattern pattern;  ///< one row per block; blocks that share a moving body are neighbours
  std::vector<JointPair> pairs;  ///< the terms of its entries
  GatherList gather;             ///< the pairs of each entry
  /// For each moving body 2 * block of its blocks, plus 1 where it is body b.
  std::vector<int> first_of_body, blocks_of_body;
};

/// moves: for each body whether anything can move it.
JointPattern joint_pattern(const std::vector<JointBlock>& blocks, const std::vector<bool>& moves);

}  // namespace limber
