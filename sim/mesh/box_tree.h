#pragma once

#include <algorithm>
#include <glm/glm.hpp>
#include <utility>
#include <vector>

#include "sim/mesh/box.h"

namespace limber {

/// Partitions items[first, last) at the median of their middles along the axis of the largest
/// extent; returns the index of the first item of the upper half.
template <class T, class Middle>
int halve(std::vector<T>& items, int first, int last, const Middle& middle) {
  Box middles;
  for (int k = first; k < last; ++k) middles.add(middle(items[k]));
  const glm::vec3 size = middles.high_m - middles.low_m;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int half = first + (last - first) / 2;
  std::nth_element(items.begin() + first, items.begin() + half, items.begin() + last,
                   [&](const T& a, const T& b) { return middle(a)[axis] < middle(b)[axis]; });
  return half;
}

/// A bounding volume hierarchy, split at the median of the boxes' centres. Thread-safe except for
/// refit().
class BoxTree {
 public:
  /// Nodes are in depth-first order: a left child comes right after its parent.
  struct Node {
    Box box;
    int first = 0, last = 0;  ///< range of things(); empty except in leaves
    std::size_t after = 0;    ///< the next node if this subtree is skipped
  };

  /// boxes: of each thing; things are identified by their index.
  explicit BoxTree(const std::vector<Box>& boxes);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<int>& things() const { return things_; }

  /// Updates the boxes of things that have moved; large motion makes queries slower, not wrong.
  void refit(const std::vector<Box>& boxes);

  /// Calls visit(thing) for each thing whose leaf overlaps the box; the thing itself may not.
  template <class Visit>
  void each_near(const Box& box, Visit visit) const {
    for (std::size_t i = 0; i < nodes_.size();) {
      const Node& node = nodes_[i];
      if (!node.box.meets(box)) {
        i = node.after;
        continue;
      }
      for (int k = node.first; k < node.last; ++k) visit(things_[k]);
      ++i;
    }
  }

  /// Calls visit(thing) for things whose squared distance to x may be below bound2_m2, near ones
  /// first. visit may lower the bound.
  template <class Visit>
  void each_nearer(const glm::dvec3& x, const double& bound2_m2, Visit visit) const {
    struct Waiting {
      std::size_t node;
      double distance2;
    };
    Waiting waiting[max_depth];
    waiting[0] = {0, nodes_[0].box.distance2_m2(x)};
    int count = 1;
    while (count > 0) {
      const auto [i, distance2] = waiting[--count];
      if (distance2 >= bound2_m2) continue;
      const Node& node = nodes_[i];
      for (int k = node.first; k < node.last; ++k) visit(things_[k]);
      if (node.after == i + 1) continue;  // a leaf
      Waiting near{i + 1, nodes_[i + 1].box.distance2_m2(x)};
      const std::size_t right = nodes_[i + 1].after;
      Waiting far{right, nodes_[right].box.distance2_m2(x)};
      if (far.distance2 < near.distance2) std::swap(near, far);
      waiting[count++] = far;
      waiting[count++] = near;
    }
  }

 private:
  static constexpr int max_depth = 64;  ///< enough for as many things as an int can count

  void build(const std::vector<Box>& boxes, int first, int last);

  std::vector<Node> nodes_;
  std::vector<int> things_;
};

}  // namespace limber
