#include "sim/mesh/box_tree.h"

#include <numeric>

namespace limber {

namespace {

constexpr int max_in_leaf = 4;

}  // namespace

BoxTree::BoxTree(const std::vector<Box>& boxes) : things_(boxes.size()) {
  std::iota(things_.begin(), things_.end(), 0);
  build(boxes, 0, static_cast<int>(boxes.size()));
  refit(boxes);
}

void BoxTree::build(const std::vector<Box>& boxes, int first, int last) {
  const std::size_t self = nodes_.size();
  nodes_.emplace_back();
  if (last - first <= max_in_leaf) {
    nodes_[self].first = first;
    nodes_[self].last = last;
  } else {
    const int middle = halve(things_, first, last,
                             [&](int thing) { return boxes[thing].low_m + boxes[thing].high_m; });
    build(boxes, first, middle);
    build(boxes, middle, last);
  }
  nodes_[self].after = nodes_.size();
}

void BoxTree::refit(const std::vector<Box>& boxes) {
  for (std::size_t i = nodes_.size(); i-- > 0;) {  // children before parents
    Node& node = nodes_[i];
    node.box = Box();
    for (int k = node.first; k < node.last; ++k) node.box.add(boxes[things_[k]]);
    if (node.after == i + 1) continue;
    node.box.add(nodes_[i + 1].box);
    node.box.add(nodes_[nodes_[i + 1].after].box);
  }
}

}  // namespace limber
