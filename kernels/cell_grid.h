#pragma once

// Sorting into the cells of a uniform unbounded grid, hashed into a table: [Teschner03]. No item is
// ever dropped: the table holds lists, built by counting, a prefix sum and filling in. The lists
// are sorted, so that they are the same on every backend and in every run.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// The cell of a position, in a grid of cells `size_m` wide.
LIMBER_HD inline glm::ivec3 cell_at(const glm::vec3& x, float size_m) {
  // Far away or not finite: any cell will do, but the conversion must be defined.
  const glm::vec3 scaled = glm::clamp(glm::floor(x / size_m), -1e9f, 1e9f);
  return {scaled.x == scaled.x ? static_cast<int>(scaled.x) : 0,
          scaled.y == scaled.y ? static_cast<int>(scaled.y) : 0,
          scaled.z == scaled.z ? static_cast<int>(scaled.z) : 0};
}

struct ClearCounts {
  View<int> counts;
  LIMBER_HD void operator()(int b) const { counts[b] = 0; }
};

/// counts[b + 1] becomes the number of items in bucket b, so that a running sum gives `first`.
/// Position: a function object from an item's index to its position. Shape: maps positions to cells
/// and cells to buckets.
template <class Position, class Shape>
struct CountCells {
  Shape shape;
  Position position;
  View<int> bucket_of_item;
  View<int> arrivals;  ///< number of items counted in its bucket before: in any order
  View<int> counts;
  LIMBER_HD void operator()(int i) const {
    const int bucket = shape.bucket_of(shape.cell_of(position(i)));
    bucket_of_item[i] = bucket;
    arrivals[i] = atomic_add(counts[bucket + 1], 1);
  }
};

/// Items land in their buckets in the order of their arrivals.
struct FillCells {
  View<const int> first;
  View<const int> bucket_of_item, arrivals;
  View<int> unsorted;
  LIMBER_HD void operator()(int i) const { unsorted[first[bucket_of_item[i]] + arrivals[i]] = i; }
};

/// Puts every item at its rank in its bucket. One thread per item: one that sorted a whole bucket
/// would wait for memory again and again.
struct RankInBucket {
  View<const int> first;
  View<const int> bucket_of_item;
  View<const int> unsorted;
  View<int> items;
  LIMBER_HD void operator()(int k) const {
    const int item = unsorted[k];
    const int bucket = bucket_of_item[item];
    int rank = first[bucket];
    for (int other = first[bucket]; other < first[bucket + 1]; ++other)
      rank += unsorted[other] < item ? 1 : 0;
    items[rank] = item;
  }
};

}  // namespace limber
