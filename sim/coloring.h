#pragma once

#include <vector>

namespace limber {

/// A partition of constraints into colours such that no two of one colour share a particle.
struct Coloring {
  std::vector<int> order;  ///< the constraints, grouped by colour
  std::vector<int> first;  ///< colour c is order[first[c]] to order[first[c + 1]]

  int colors() const { return first.empty() ? 0 : static_cast<int>(first.size()) - 1; }
};

/// The order in which the greedy algorithm visits the constraints.
enum class ColoringOrder { natural, smallest_last };

/// Greedy colouring. `corners`: the particles of each constraint, `per_constraint` at a time.
Coloring color_constraints(int particles, const std::vector<int>& corners, int per_constraint,
                           ColoringOrder order);

/// Dissolves colours, the smallest first, as long as their constraints can move to other colours:
/// each may displace conflicting ones, which are then moved in turn. A bounded search. `coloring`
/// must be valid, and stays so.
void dissolve_small_colors(Coloring& coloring, int particles, const std::vector<int>& corners,
                           int per_constraint);

/// The better of both orders, or smallest_last where they are equal, with small colours dissolved.
/// Constraints of one colour are sorted by their lowest particles.
Coloring color_constraints(int particles, const std::vector<int>& corners, int per_constraint);

/// The largest number of constraints at one particle, a lower bound of the number of colours.
int smallest_possible_colors(int particles, const std::vector<int>& corners);

}  // namespace limber
