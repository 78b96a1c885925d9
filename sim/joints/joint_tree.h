#pragma once

#include <vector>

#include "kernels/joints/joint_tree.h"

namespace limber {

/// Joints as trees: each moving body is carried by at most one joint, and may carry others. Divided
/// into heavy paths, so that the number of levels is at most logarithmic in the number of bodies.
struct JointTree {
  std::vector<TreeLink> links;
  std::vector<int> first_body, bodies;  ///< of each path; paths are sorted by level, leaves first
  std::vector<int> first_path;          ///< of each level
  std::vector<int> first_link, links_of_body;  ///< carried by each body
  std::vector<int> link_below;                 ///< of each body; -1: a root
  int numbers = 0;                             ///< size of all factors
};

/// First block of the first joint that closes a loop of moving bodies; -1: the joints form trees.
/// moves: for each body whether anything can move it.
int closes_loop(const std::vector<JointBlock>& blocks, const std::vector<bool>& moves);

/// The joints must not close loops. Blocks of one joint must be adjacent.
JointTree joint_tree(const std::vector<JointBlock>& blocks, const std::vector<bool>& moves);

}  // namespace limber
