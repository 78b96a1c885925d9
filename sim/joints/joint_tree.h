#pragma once

#include <vector>

#include "kernels/joints/joint_tree.h"

namespace limber {

/// Joints as trees: each body that moves is carried by one joint at most, and carries others. Paths
/// run through those that carry most, so that there are no more levels than the logarithm of the
/// number of bodies.
struct JointTree {
  std::vector<TreeLink> links;
  std::vector<int> first_body, bodies;         ///< of each path; paths by levels, from the tips on
  std::vector<int> first_path;                 ///< of each level
  std::vector<int> first_link, links_of_body;  ///< that each body carries
  std::vector<int> link_below;                 ///< of each body
  int numbers = 0;                             ///< of all factors
};

/// The block that begins the first joint to close a loop of bodies that move, or -1 where the
/// joints form trees. moves: of each body, whether anything can move it.
int closes_loop(const std::vector<JointBlock>& blocks, const std::vector<bool>& moves);

/// Of joints that close no loop. Blocks of one joint stand side by side.
JointTree joint_tree(const std::vector<JointBlock>& blocks, const std::vector<bool>& moves);

}  // namespace limber
