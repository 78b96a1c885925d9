// [Fratarcangeli13, section 3.1]; smallest-last order: [Matula83]; dissolving colours:
// [Bloechliger08].

#include "sim/coloring.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "sim/mesh/topology.h"

namespace limber {

namespace {

/// The graph of constraints that share a particle; implicit, traversed through the particles.
class ConstraintGraph {
 public:
  ConstraintGraph(int particles, const std::vector<int>& corners, int per_constraint)
      : corners_(corners),
        per_constraint_(per_constraint),
        at_particle_(elements_at(particles, corners, per_constraint)),
        seen_(size(), -1) {}

  int size() const { return static_cast<int>(corners_.size()) / per_constraint_; }

  /// Calls visit(neighbour) once for each neighbour of constraint c.
  template <class Visit>
  void for_neighbors(int c, const Visit& visit) {
    ++stamp_;
    seen_[c] = stamp_;
    for (int k = 0; k < per_constraint_; ++k) {
      const int particle = corners_[c * per_constraint_ + k];
      for (int j = at_particle_.first[particle]; j < at_particle_.first[particle + 1]; ++j) {
        const int neighbor = at_particle_.items[j];
        if (seen_[neighbor] == stamp_) continue;
        seen_[neighbor] = stamp_;
        visit(neighbor);
      }
    }
  }

 private:
  const std::vector<int>& corners_;
  int per_constraint_;
  Lists at_particle_;
  std::vector<int> seen_;
  int stamp_ = -1;
};

/// Repeatedly removes the node of smallest degree; the one removed last is coloured first. Ties are
/// broken in a fixed order, so that the result is deterministic.
std::vector<int> smallest_last(ConstraintGraph& graph) {
  const int n = graph.size();
  std::vector<int> degree(n, 0);
  int largest = 0;
  for (int c = 0; c < n; ++c) {
    graph.for_neighbors(c, [&](int) { ++degree[c]; });
    largest = std::max(largest, degree[c]);
  }
  // Stacks of nodes by degree; an entry is stale when the node's degree has fallen since.
  std::vector<std::vector<int>> with_degree(largest + 1);
  for (int c = n - 1; c >= 0; --c) with_degree[degree[c]].push_back(c);
  std::vector<char> taken(n, 0);
  std::vector<int> order(n);
  int lowest = 0;
  for (int place = n - 1; place >= 0;) {
    while (with_degree[lowest].empty()) ++lowest;
    const int c = with_degree[lowest].back();
    with_degree[lowest].pop_back();
    if (taken[c] || degree[c] != lowest) continue;
    taken[c] = 1;
    order[place--] = c;
    graph.for_neighbors(c, [&](int neighbor) {
      if (!taken[neighbor]) with_degree[--degree[neighbor]].push_back(neighbor);
    });
    lowest = std::max(0, lowest - 1);
  }
  return order;
}

}  // namespace

Coloring color_constraints(int particles, const std::vector<int>& corners, int per_constraint,
                           ColoringOrder order_kind) {
  ConstraintGraph graph(particles, corners, per_constraint);
  const int n = graph.size();
  std::vector<int> order(n);
  if (order_kind == ColoringOrder::smallest_last)
    order = smallest_last(graph);
  else
    std::iota(order.begin(), order.end(), 0);

  std::vector<int> color(n, -1);
  std::vector<int> forbidden_for;  // colour -> the constraint that may not take it
  for (int c : order) {
    graph.for_neighbors(c, [&](int neighbor) {
      if (color[neighbor] >= 0) forbidden_for[color[neighbor]] = c;
    });
    int smallest = 0;
    while (smallest < static_cast<int>(forbidden_for.size()) && forbidden_for[smallest] == c)
      ++smallest;
    if (smallest == static_cast<int>(forbidden_for.size())) forbidden_for.push_back(-1);
    color[c] = smallest;
  }

  // Within a colour in the order of the mesh, so that neighbours in memory stay neighbours.
  const Lists by_color = elements_at(static_cast<int>(forbidden_for.size()), color, 1);
  return {by_color.items, by_color.first};
}

namespace {

/// Finds colours for constraints that have lost theirs.
class Relocation {
 public:
  Relocation(ConstraintGraph& graph, std::vector<int>& color, int colors)
      : graph_(graph), color_(color), colors_(colors), in_the_way_(colors) {}

  /// True if all have found a colour within `max_moves`.
  bool run(std::deque<int> homeless, long max_moves) {
    for (moves_ = 0; !homeless.empty(); ++moves_) {
      if (moves_ == max_moves) return false;
      const int c = homeless.front();
      homeless.pop_front();
      const int target = best_color(c);
      graph_.for_neighbors(c, [&](int neighbor) {
        if (color_[neighbor] != target) return;
        color_[neighbor] = -1;
        // It may not displace c again before others have moved.
        closed_until_[key(neighbor, target)] = moves_ + 10 + static_cast<long>(homeless.size());
        homeless.push_back(neighbor);
      });
      color_[c] = target;
    }
    return true;
  }

 private:
  static std::uint64_t key(int constraint, int color) {
    return static_cast<std::uint64_t>(constraint) << 32 | static_cast<std::uint32_t>(color);
  }

  bool closed(int constraint, int color) const {
    const auto until = closed_until_.find(key(constraint, color));
    return until != closed_until_.end() && until->second > moves_;
  }

  /// The colour with the fewest conflicts. Each search starts at another colour, so that ties
  /// alternate.
  int best_color(int c) {
    std::fill(in_the_way_.begin(), in_the_way_.end(), 0);
    graph_.for_neighbors(c, [&](int neighbor) {
      if (color_[neighbor] >= 0) ++in_the_way_[color_[neighbor]];
    });
    int best = -1;
    for (int k = 0; k < colors_; ++k) {
      const int candidate = static_cast<int>((moves_ * 7 + k) % colors_);
      if (best >= 0 && in_the_way_[candidate] >= in_the_way_[best]) continue;
      if (in_the_way_[candidate] == 0 || !closed(c, candidate)) best = candidate;
    }
    return best >= 0 ? best : static_cast<int>(moves_ % colors_);
  }

  ConstraintGraph& graph_;
  std::vector<int>& color_;
  int colors_;
  long moves_ = 0;
  std::vector<int> in_the_way_;  ///< by colour
  std::unordered_map<std::uint64_t, long> closed_until_;
};

}  // namespace

void dissolve_small_colors(Coloring& coloring, int particles, const std::vector<int>& corners,
                           int per_constraint) {
  constexpr long moves_each = 20;  // further moves hardly ever succeed
  ConstraintGraph graph(particles, corners, per_constraint);
  const int fewest = smallest_possible_colors(particles, corners);
  while (coloring.colors() > fewest) {
    const int last = coloring.colors() - 1;
    const auto size = [&](int c) { return coloring.first[c + 1] - coloring.first[c]; };
    int smallest = 0;
    for (int c = 1; c <= last; ++c)
      if (size(c) <= size(smallest)) smallest = c;

    std::vector<int> color(graph.size());
    std::deque<int> homeless;
    for (int c = 0; c <= last; ++c)
      for (int i = coloring.first[c]; i < coloring.first[c + 1]; ++i) {
        color[coloring.order[i]] = c == smallest ? -1 : (c == last ? smallest : c);
        if (c == smallest) homeless.push_back(coloring.order[i]);
      }
    if (!Relocation(graph, color, last).run(homeless, moves_each * size(smallest) + 100)) return;
    const Lists by_color = elements_at(last, color, 1);
    coloring = {by_color.items, by_color.first};
  }
}

/// Sorts each colour by the lowest particle: neighbouring threads then access neighbouring
/// particles.
static void sort_colors(Coloring& coloring, const std::vector<int>& corners, int per_constraint) {
  const auto lowest = [&](int constraint) {
    const auto first = corners.begin() + static_cast<std::ptrdiff_t>(constraint) * per_constraint;
    return *std::min_element(first, first + per_constraint);
  };
  for (int c = 0; c < coloring.colors(); ++c)
    std::stable_sort(coloring.order.begin() + coloring.first[c],
                     coloring.order.begin() + coloring.first[c + 1],
                     [&](int a, int b) { return lowest(a) < lowest(b); });
}

Coloring color_constraints(int particles, const std::vector<int>& corners, int per_constraint) {
  Coloring best =
      color_constraints(particles, corners, per_constraint, ColoringOrder::smallest_last);
  Coloring natural = color_constraints(particles, corners, per_constraint, ColoringOrder::natural);
  if (natural.colors() < best.colors()) best = std::move(natural);
  dissolve_small_colors(best, particles, corners, per_constraint);
  sort_colors(best, corners, per_constraint);
  return best;
}

int smallest_possible_colors(int particles, const std::vector<int>& corners) {
  std::vector<int> at(particles, 0);
  for (int particle : corners) ++at[particle];
  return at.empty() ? 0 : *std::max_element(at.begin(), at.end());
}

}  // namespace limber
