#include "app/bench/paper_patterns.h"

#include <array>
#include <map>

namespace limber {

namespace {

using Place = std::array<int, 3>;  // along the ship, across it, and up, in nodes

/// Nodes on a lattice, and the quads of plates between them.
class Plates {
 public:
  /// A plate that spans these many cells from `corner` along two axes. Its nodes are numbered in
  /// rows along axis_b, but for those of plates before it.
  void add(const Place& corner, int axis_a, int cells_a, int axis_b, int cells_b) {
    const auto number = [&](int a, int b) {
      Place place = corner;
      place[axis_a] += a;
      place[axis_b] += b;
      return number_of_.emplace(place, static_cast<int>(number_of_.size())).first->second;
    };
    for (int a = 0; a <= cells_a; ++a)
      for (int b = 0; b <= cells_b; ++b) number(a, b);
    for (int a = 0; a < cells_a; ++a)
      for (int b = 0; b < cells_b; ++b)
        quads_.push_back({number(a, b), number(a + 1, b), number(a + 1, b + 1), number(a, b + 1)});
  }

  /// Nodes of a quad are joined, each by six unknowns: two rows of 3x3 blocks.
  Pattern pattern() const {
    std::vector<int> corners;
    for (const std::array<int, 4>& quad : quads_)
      for (const int node : quad) corners.insert(corners.end(), {2 * node, 2 * node + 1});
    return pattern_of_elements(2 * static_cast<int>(number_of_.size()), corners, 8);
  }

 private:
  std::map<Place, int> number_of_;
  std::vector<std::array<int, 4>> quads_;
};

/// Where `count` things stand at equal distances between the ends of a row of so many cells.
std::vector<int> between_ends(int count, int cells) {
  std::vector<int> at;
  for (int i = 1; i <= count; ++i) at.push_back(i * cells / (count + 1));
  return at;
}

}  // namespace

/// Rows of 21 scalars at least, 99 at most and 52.5 in the mean, the diagonal block left out, are
/// those of six unknowns at each of 23,479 nodes, which are joined to 3 others at least, 16 at most
/// and 8.24 in the mean. That is what plates of quads have: 3 at a corner, 8 within a plate, 16
/// where two plates cross on one side of a third and another stands on its other side. Two decks of
/// 131 x 63 nodes, six cells apart, with seven floors and six girders between them and two keels of
/// four cells' depth below have exactly so many nodes and entries.
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
