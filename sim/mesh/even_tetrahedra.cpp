// Edge removal as in [Freitag97, section 2], but mainly to balance the number of tetrahedra per
// vertex. The faces of the cavity stay, so a filling is valid if all of its volumes are positive.

#include "sim/mesh/even_tetrahedra.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace limber {

namespace {

constexpr int max_tetrahedra_rounds = 30;
constexpr int longest_ring = 7;      ///< with 42 triangulations
constexpr double flat_shape = 0.1;   ///< below this shape a tetrahedron has an extra cost
constexpr double flat_cost = 2.0;    ///< max. extra cost
constexpr double flattest = 0.03;    ///< min. shape, unless the old ones were flatter
constexpr double usual_load = 43.0;  ///< tetrahedra at a vertex with a cost of 1

/// Cost of a vertex by its tetrahedra; so steep that only the vertices with most of them count.
double load_cost(int load) {
  const double share = load / usual_load, share2 = share * share, share4 = share2 * share2;
  return share4 * share4 * share4;
}

/// Cost of a tetrahedron: fewer are better, flat ones are worse.
double tetrahedron_cost(double shape) {
  return 1.0 + flat_cost * std::max(0.0, 1.0 - shape / flat_shape);
}

/// 1 for a regular tetrahedron, 0 for a flat one, negative for an inverted one.
double tetrahedron_shape(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c,
                         const glm::vec3& d) {
  const std::array<glm::vec3, 4> x{a, b, c, d};
  double sum_m2 = 0.0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j) {
      const glm::dvec3 side(x[i] - x[j]);
      sum_m2 += glm::dot(side, side);
    }
  const double mean_m2 = sum_m2 / 6.0;
  return 6.0 * std::sqrt(2.0) * signed_volume_m3(a, b, c, d) / (mean_m2 * std::sqrt(mean_m2));
}

using RingTriangle = std::array<int, 3>;  ///< indices into a ring
using Filling = std::vector<RingTriangle>;

/// All triangulations of the polygon with the corners first to last.
std::vector<Filling> fillings(int first, int last) {
  if (last - first < 2) return {{}};
  std::vector<Filling> all;
  for (int middle = first + 1; middle < last; ++middle)
    for (const Filling& left : fillings(first, middle))
      for (const Filling& right : fillings(middle, last)) {
        Filling one{{first, middle, last}};
        one.insert(one.end(), left.begin(), left.end());
        one.insert(one.end(), right.begin(), right.end());
        all.push_back(std::move(one));
      }
  return all;
}

class Evener {
 public:
  explicit Evener(TetraMesh& mesh)
      : mesh_(mesh), at_(mesh.positions_m.size()), changed_in_(mesh.positions_m.size(), 0) {
    for (int i = 0; i < static_cast<int>(mesh.tetrahedra.size()); ++i)
      for (int k = 0; k < 4; ++k) at_[mesh.tetrahedra[i][k]].push_back(i);
    for (int n = 0; n <= longest_ring; ++n) ways_.push_back(fillings(0, n - 1));
  }

  /// Tries all edges, beginning with the vertices with most tetrahedra. Returns how many it
  /// removed.
  int round() {
    std::vector<int> order(at_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return at_[a].size() > at_[b].size(); });
    int removed = 0;
    ++round_;
    for (int a : order) {
      if (changed_in_[a] < round_ - 1) continue;  // tetrahedra unchanged since it was tried
      std::vector<int> others;
      for (int i : at_[a])
        for (int k = 0; k < 4; ++k)
          if (mesh_.tetrahedra[i][k] != a) others.push_back(mesh_.tetrahedra[i][k]);
      std::sort(others.begin(), others.end());
      others.erase(std::unique(others.begin(), others.end()), others.end());
      for (int b : others) removed += relieve(a, b);
    }
    return removed;
  }

  /// Removes deleted tetrahedra.
  void finish() {
    std::erase_if(mesh_.tetrahedra, [](const glm::ivec4& t) { return t.x < 0; });
  }

 private:
  int load(int vertex) const { return static_cast<int>(at_[vertex].size()); }

  double shape(int a, int b, int c, int d) const {
    const auto& x = mesh_.positions_m;
    return tetrahedron_shape(x[a], x[b], x[c], x[d]);
  }

  /// Finds the vertices around the edge from a to b, counter-clockwise seen from b; false at the
  /// boundary.
  bool find_ring(int a, int b) {
    ring_.clear();
    around_.clear();
    std::vector<std::pair<int, int>> steps;
    for (int i : at_[a]) {
      const glm::ivec4& t = mesh_.tetrahedra[i];
      int ka = 0, kb = -1;
      for (int k = 0; k < 4; ++k) {
        if (t[k] == a) ka = k;
        if (t[k] == b) kb = k;
      }
      if (kb < 0) continue;
      if (static_cast<int>(around_.size()) == longest_ring) return false;
      around_.push_back(i);
      int p = 0;
      while (p == ka || p == kb) ++p;
      const int q = 6 - ka - kb - p;
      // Whether (a, b, p, q) is an even permutation of the four corners.
      const std::array<int, 4> order{ka, kb, p, q};
      bool even = true;
      for (int m = 0; m < 4; ++m)
        for (int n = 0; n < m; ++n) even ^= order[n] > order[m];
      steps.emplace_back(even ? t[p] : t[q], even ? t[q] : t[p]);
    }
    int at = steps[0].first;
    do {
      ring_.push_back(at);
      const auto step =
          std::find_if(steps.begin(), steps.end(), [&](const auto& s) { return s.first == at; });
      if (step == steps.end()) return false;
      at = step->second;
    } while (at != steps[0].first);
    return ring_.size() == steps.size();
  }

  /// Removes the edge from a to b if that lowers the cost.
  bool relieve(int a, int b) {
    if (!find_ring(a, b)) return false;
    const int n = static_cast<int>(ring_.size());
    double shape_before = 1.0, saved = 0.0;
    for (int i : around_) {
      const glm::ivec4& t = mesh_.tetrahedra[i];
      const double q = shape(t.x, t.y, t.z, t.w);
      shape_before = std::min(shape_before, q);
      saved += tetrahedron_cost(q);
    }
    for (int v : {a, b}) saved += load_cost(load(v)) - load_cost(load(v) - 2);
    double best = 1e-9;  // above rounding errors, for termination
    const Filling* chosen = nullptr;
    for (const Filling& way : ways_[n]) {
      std::array<int, longest_ring> uses{};
      for (const RingTriangle& t : way)
        for (int k : t) ++uses[k];
      double gain = saved;
      for (int i = 0; i < n; ++i) {
        const int before = load(ring_[i]);
        gain += load_cost(before) - load_cost(before + 2 * uses[i] - 2);
      }
      if (gain - static_cast<double>(2 * way.size()) <= best) continue;  // lower bound of cost
      double worst = 1.0;
      for (const RingTriangle& t : way) {
        const int p = ring_[t[0]], q = ring_[t[1]], r = ring_[t[2]];
        const double qb = shape(p, q, r, b), qa = shape(p, r, q, a);
        worst = std::min({worst, qa, qb});
        gain -= tetrahedron_cost(qa) + tetrahedron_cost(qb);
      }
      if (gain <= best || !(worst > 0.0) || worst < std::min(flattest, shape_before)) continue;
      best = gain;
      chosen = &way;
    }
    if (!chosen) return false;
    replace(a, b, *chosen);
    return true;
  }

  void replace(int a, int b, const Filling& way) {
    for (int i : around_) {
      for (int k = 0; k < 4; ++k) {
        std::erase(at_[mesh_.tetrahedra[i][k]], i);
        changed_in_[mesh_.tetrahedra[i][k]] = round_;
      }
      mesh_.tetrahedra[i] = glm::ivec4(-1);
    }
    std::size_t used = 0;
    const auto add = [&](const glm::ivec4& t) {
      int i = static_cast<int>(mesh_.tetrahedra.size());
      if (used < around_.size())
        i = around_[used++];
      else
        mesh_.tetrahedra.emplace_back();
      mesh_.tetrahedra[i] = t;
      for (int k = 0; k < 4; ++k) at_[t[k]].push_back(i);
    };
    for (const RingTriangle& t : way) {
      add({ring_[t[0]], ring_[t[1]], ring_[t[2]], b});
      add({ring_[t[0]], ring_[t[2]], ring_[t[1]], a});
    }
  }

  TetraMesh& mesh_;
  std::vector<std::vector<int>> at_;  ///< the tetrahedra at each vertex
  std::vector<int> changed_in_;       ///< the last round with a change at each vertex
  int round_ = 0;
  std::vector<std::vector<Filling>> ways_;  ///< fillings of rings of each length
  std::vector<int> ring_, around_;          ///< of the current edge: vertices, tetrahedra
};

}  // namespace

void even_tetrahedra(TetraMesh& mesh, Progress& progress) {
  Evener evener(mesh);
  for (int round = 0; round < max_tetrahedra_rounds; ++round) {
    progress.report(fmt::format("smoothing {} tetrahedra", mesh.tetrahedra.size()),
                    static_cast<float>(round) / max_tetrahedra_rounds);
    if (evener.round() == 0) break;
  }
  evener.finish();
}

}  // namespace limber
