#include "app/bench/paper_patterns.h"

#include <array>
#include <map>

namespace limber {

namespace {

using Node = std::array<int, 3>;  // along the ship, across, and up, in nodes

/// Nodes on a lattice, and plates of quads between them.
class Plates {
 public:
  /// Adds a plate of cells_a x cells_b cells from `corner` along two axes. New nodes are numbered
  /// in rows along axis_b.
  void add(const Node& corner, int axis_a, int cells_a, int axis_b, int cells_b) {
    const auto number = [&](int a, int b) {
      Node node = corner;
      node[axis_a] += a;
      node[axis_b] += b;
      return number_of_.emplace(node, static_cast<int>(number_of_.size())).first->second;
    };
    for (int a = 0; a <= cells_a; ++a)
      for (int b = 0; b <= cells_b; ++b) number(a, b);
    for (int a = 0; a < cells_a; ++a)
      for (int b = 0; b < cells_b; ++b)
        quads_.push_back({number(a, b), number(a + 1, b), number(a + 1, b + 1), number(a, b + 1)});
  }

  /// All nodes of a quad are coupled. A node has six unknowns: two rows of 3x3 blocks.
  Pattern pattern() const {
    std::vector<int> corners;
    for (const std::array<int, 4>& quad : quads_)
      for (const int node : quad) corners.insert(corners.end(), {2 * node, 2 * node + 1});
    return pattern_of_elements(2 * static_cast<int>(number_of_.size()), corners, 8);
  }

 private:
  std::map<Node, int> number_of_;
  std::vector<std::array<int, 4>> quads_;
};

/// Positions of `count` items, equally spaced between the ends of a row of `cells` cells.
std::vector<int> between_ends(int count, int cells) {
  std::vector<int> at;
  for (int i = 1; i <= count; ++i) at.push_back(i * cells / (count + 1));
  return at;
}

}  // namespace

/// Row lengths of 21 to 99 scalars, 52.5 on average, without the diagonal block, follow from six
/// unknowns at each of 23,479 nodes with 3 to 16 neighbours, 8.24 on average. Plates of quads have
/// these: 3 at a corner, 8 within a plate, 16 where two plates cross on one side of a third and
/// another stands on its other side. Two decks of 131 x 63 nodes, six cells apart, with seven
/// floors and six girders between them and two keels four cells deep below have exactly these
/// numbers of nodes and entries.
Pattern ship_pattern() {
  constexpr int along = 130, across = 62, apart = 6, floors = 7, girders = 6, keel = 4;
  constexpr int x = 0, y = 1, z = 2;
  Plates ship;
  for (const int height : {0, apart}) ship.add({0, 0, height}, y, across, x, along);
  for (const int floor : between_ends(floors, along)) ship.add({floor, 0, 0}, z, apart, y, across);
  const std::vector<int> sides = between_ends(girders, across);
  for (const int girder : sides) ship.add({0, girder, 0}, z, apart, x, along);
  for (const int side : {sides[1], sides[4]}) ship.add({0, side, -keel}, z, keel, x, along);
  return ship.pattern();
}

}  // namespace limber
