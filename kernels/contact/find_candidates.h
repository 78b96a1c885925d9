#pragma once

#include <array>

#include "kernels/contact/list_pairs.h"
#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

/// A node of the trees as the child of a wide node.
struct alignas(16) WideChild {
  int node = 0;
  int is_wide = 0;
  int first = 0, count = 0;  ///< its children if it is wide, otherwise all things below it
};

/// The same trees with wide nodes, of as many children as a warp has lanes.
struct WideTrees {
  static constexpr int lanes = 32;
  View<const WideChild> children;
  std::array<WideChild, TreeRoots::count> roots;  ///< without children: none
};

/// Owners per group: large groups traverse less, small ones finish sooner.
struct OwnerGroups {
  static constexpr int small = 8, middle = 16, large = WideTrees::lanes;
  static constexpr int size_for(int owners) {
    return owners < 1 << 17 ? small : owners < 1 << 19 ? middle : large;
  }
};

/// An owner that has not finished its search.
struct WaitingOwner {
  int owner = -1;
  int next_thing = 0;  ///< the first that it has not seen
  int found = 0;       ///< candidates
};

/// Sorts the owners of groups that follow each other. One thread per sphere.
struct OrderSpheres {
  View<const int> order;  ///< numbers of spheres
  int first_owner;        ///< the owner of sphere 0
  View<int> owners;       ///< of the groups

  LIMBER_HD void operator()(int k) const { owners[k] = first_owner + order[k]; }
};

/// Makes the same lists as FindCandidates, on a GPU: neighbouring owners traverse the trees
/// together, by the box around all of them, down to nodes of a few things, which each owner tests.
/// Where the owners of a group have drifted apart, each traverses alone. Owners with long searches
/// wait until all others are done, and then get a warp each, and those with the longest
/// a block: a few of them would keep the GPU waiting.
struct FindCandidatesInGroups {
  /// A warp tests at most about this many things for one owner before it stops.
  static constexpr int max_things_of_warp = 1536;

  FindCandidates each;
  /// By groups, each of which traverses the same trees; -1: none. Those in no group, which can meet
  /// nothing, keep counts of 0.
  View<const int> owners;
  View<const int> group_nodes;  ///< of each group, the node above all of its owners; -1: none
  int group_size;
  View<const RegionNode> leaves;  ///< of each thing
  WideTrees trees;
  View<WaitingOwner> waiting;  ///< as many as owners
  View<const int> only_if;     ///< a flag
};

/// Adds its own row to the frame's timeline under `label`. Throws Error(unavailable) without CUDA.
void find_candidates_on_cuda(const Exec& exec, const char* label,
                             const FindCandidatesInGroups& work);

}  // namespace limber
