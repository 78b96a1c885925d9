#pragma once

#include <vector>

namespace limber {

/// A partition of constraints into colours so that no two of a colour share a particle.
struct Coloring {
  std::vector<int> order;  ///< the constraints, colour after colour
  std::vector<int> first;  ///< colour c is order[first[c]] to order[first[c + 1]]

  int colors() const { return first.empty() ? 0 : static_cast<int>(first.size()) - 1; }
};

/// In which order the greedy algorithm meets the constraints.
enum class ColoringOrder { natural, smallest_last };

/// Greedy colouring. `corners`: the particles of each constraint, `per_constraint` at a time.
Coloring color_constraints(int particles, const std::vector<int>& corners, int per_constraint,
                           ColoringOrder order);

/// Takes colours away, the smallest first, as long as its constraints find room in the others:
/// each may push out those in its way, which then look for room themselves. A bounded search.
/// `coloring` must be valid, and stays so.
void dissolve_small_colors(Coloring& coloring, int particles, const std::vector<int>& corners,
                           int per_constraint);

/// The better of both orders, smallest last where they are equal, with small colours dissolved, and
/// within a colour by their lowest particles.
Coloring color_constraints(int particles, const std::vector<int>& corners, int per_constraint);

/// The largest number of constraints at one particle: no colouring has fewer colours.
int smallest_possible_colors(int particles, const std::vector<int>& corners);

}  // namespace limber
