#pragma once

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// For each particle, vertex or node, the items that touch it: items[first[i]] to before
/// items[first[i + 1]].
struct Incidence {
  View<const int> first;
  View<const int> items;
};

// Lists are rebuilt in each step: ClearLists, counting, a Scan of the counts to `first`, filling in
// items in any order, and SortLists, so that sums over a list are the same on every backend.

/// One thread per element of counts.
struct ClearLists {
  View<int> counts;   ///< of list i at i + 1
  View<int> cursors;  ///< number of items filled into each list
  LIMBER_HD void operator()(int i) const {
    counts[i] = 0;
    if (i < cursors.size) cursors[i] = 0;
  }
};

/// One thread per list.
struct SortLists {
  static constexpr int grain = 128;
  View<const int> first;
  View<int> items;

  LIMBER_HD void operator()(int i) const {
    const int begin = first[i], end = first[i + 1];
    for (int k = begin + 1; k < end; ++k) {
      const int item = items[k];
      int at = k;
      for (; at > begin && items[at - 1] > item; --at) items[at] = items[at - 1];
      items[at] = item;
    }
  }
};

}  // namespace limber
