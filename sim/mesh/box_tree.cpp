#include "sim/mesh/box_tree.h"

#include <algorithm>
#include <numeric>

namespace limber {

namespace {

constexpr int most_in_leaf = 4;

}  // namespace

BoxTree::BoxTree(const std::vector<Box>& boxes) : things_(boxes.size()) {
  std::iota(things_.begin(), things_.end(), 0);
  build(boxes, 0, static_cast<int>(boxes.size()));
  refit(boxes);
}

void BoxTree::build(const std::vector<Box>& boxes, int first, int last) {
  const std::size_t self = nodes_.size();
  nodes_.emplace_back();
  if (last - first <= most_in_leaf) {
    nodes_[self].first = first;
    nodes_[self].last = last;
  } else {
    const auto center = [&](int thing) { return boxes[thing].low_m + boxes[thing].high_m; };
    Box centers;
    for (int k = first; k < last; ++k) centers.add(center(things_[k]));
    const glm::vec3 size = centers.high_m - centers.low_m;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const int middle = first + (last - first) / 2;
    std::nth_element(things_.begin() + first, things_.begin() + middle, things_.begin() + last,
                     [&](int i, int j) { return center(i)[axis] < center(j)[axis]; });
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
