#pragma once

#include "kernels/buffer.h"
#include "kernels/cell_grid.h"
#include "kernels/launch.h"
#include "kernels/scan.h"

namespace limber {

/// Items sorted into the buckets of a grid: bucket b holds items()[first()[b]] to before
/// items()[first()[b + 1]], in rising order. All of them, however many share a bucket.
class CellLists {
 public:
  CellLists(const Exec& exec, int items, int buckets)
      : bucket_of_item_(exec, items),
        unsorted_(exec, items),
        items_(exec, items),
        first_(exec, buckets + 1),
        next_(exec, buckets),
        scan_(exec, buckets + 1) {}

  int buckets() const { return next_.size(); }
  View<const int> first() const { return first_.view(); }
  View<const int> items() const { return items_.view(); }

  /// shape: which bucket a cell has, below buckets(). position: a function object from an item to
  /// its place. The kernel group lists CountCells<Position, Shape>.
  template <class Shape, class Position>
  void sort(const Exec& exec, const char* label, const Shape& shape, const Position& position) {
    const int items = items_.size();
    launch(exec, label, first_.size(), ClearCounts{first_.view()});
    launch(exec, label, items,
           CountCells<Position, Shape>{shape, position, bucket_of_item_.view(), first_.view()});
    scan_.run(exec, label, first_.view());
    launch(exec, label, next_.size(), CopyInts{first_.view(), next_.view()});
    launch(exec, label, items, FillCells{bucket_of_item_.view(), next_.view(), unsorted_.view()});
    launch(exec, label, items,
           RankInBucket{first_.view(), bucket_of_item_.view(), unsorted_.view(), items_.view()});
  }

  void move(const Exec& from, const Exec& to) {
    bucket_of_item_.move(from, to);
    unsorted_.move(from, to);
    items_.move(from, to);
    first_.move(from, to);
    next_.move(from, to);
    scan_.move(from, to);
  }

 private:
  Buffer<int> bucket_of_item_, unsorted_, items_;
  Buffer<int> first_, next_;
  Scan scan_;
};

}  // namespace limber
