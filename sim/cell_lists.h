#pragma once

#include "kernels/buffer.h"
#include "kernels/cell_grid.h"
#include "kernels/only_if.h"
#include "kernels/scan.h"
#include "sim/archive.h"

namespace limber {

/// Items sorted into the buckets of a grid: bucket b holds items()[first()[b]] to before
/// items()[first()[b + 1]], in ascending order. Buckets have no maximum size.
class CellLists {
 public:
  CellLists(const Exec& exec, int items, int buckets)
      : bucket_of_item_(exec, items),
        arrivals_(exec, items),
        unsorted_(exec, items),
        items_(exec, items),
        counts_(exec, buckets + 1),
        first_(exec, buckets + 1),
        scan_(exec, buckets + 1) {}

  int buckets() const { return first_.size() - 1; }
  const Buffer<int>& first() const { return first_; }
  const Buffer<int>& items() const { return items_; }

  /// shape: maps a cell to a bucket, below buckets(). position: a function object from an item to
  /// its position. The kernel group must list OnlyIf<CountCells<Position, Shape>>. only_if: a flag
  /// in the backend's memory; while it is 0 the lists are not changed.
  template <class Shape, class Position>
  void sort(const Exec& exec, const char* label, const Shape& shape, const Position& position,
            View<const int> only_if = {}) {
    const auto run = [&](int n, const auto& body) {
      launch_only_if(exec, label, only_if, n, body);
    };
    const int items = items_.size();
    run(counts_.size(), ClearCounts{counts_.view()});
    run(items, CountCells<Position, Shape>{shape, position, bucket_of_item_.view(),
                                           arrivals_.view(), counts_.view()});
    scan_.run(exec, label, readable(counts_), first_.view(), only_if);
    run(items, FillCells{readable(first_), readable(bucket_of_item_), readable(arrivals_),
                         unsorted_.view()});
    run(items, RankInBucket{readable(first_), readable(bucket_of_item_), readable(unsorted_),
                            items_.view()});
  }

  /// Leaves every bucket empty.
  void clear(const Exec& exec, const char* label) {
    launch_only_if(exec, label, {}, first_.size(), ClearCounts{first_.view()});
  }

  void archive(Archive& archive) {
    archive.scratch(bucket_of_item_, arrivals_, unsorted_, items_, counts_, first_);
    archive.after_move([this](const Exec& to) { scan_ = Scan(to, first_.size()); });
  }

 private:
  Buffer<int> bucket_of_item_, arrivals_, unsorted_, items_;
  Buffer<int> counts_, first_;
  Scan scan_;
};

}  // namespace limber
