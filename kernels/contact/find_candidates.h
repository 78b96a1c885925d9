#pragma once

#include <array>

#include "kernels/contact/list_pairs.h"
#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

/// A node of the trees that is a child of a wide one.
struct alignas(16) WideChild {
  int node = 0;
  int is_wide = 0;
  int first = 0, count = 0;  ///< its own children if it is wide, and all things below it if not
};

/// The trees of things once more, of nodes with as many children as a warp has lanes.
struct WideTrees {
  static constexpr int lanes = 32;
  View<const WideChild> children;
  /// Of the free triangles, the others, the free edges, the others; without children: none.
  std::array<WideChild, 4> roots;
};

/// Of how many owners groups are: large ones walk less, small ones are over sooner.
struct OwnerGroups {
  static constexpr int small = 8, large = WideTrees::lanes;
  static constexpr int size_for(int owners) { return owners < 1 << 17 ? small : large; }
};

/// The same lists as FindCandidates makes, on a GPU: owners that lie side by side walk the trees as
/// one, by the box around all of them, down to nodes of a few things, and each looks at these.
/// Where those of a group have drifted apart, each walks alone.
struct FindCandidatesInGroups {
  FindCandidates each;
  View<const int> owners;  ///< group by group, which walk the same trees; -1: none
  int group_size;
  View<const RegionNode> leaves;  ///< of each thing
  WideTrees trees;
  View<const int> only_if;  ///< a flag
};

/// Adds its own row to the frame's timeline under `label`. Throws Error(unavailable) where CUDA is
/// not there.
void find_candidates_on_cuda(const Exec& exec, const char* label,
                             const FindCandidatesInGroups& work);

}  // namespace limber
