// [Labelle07]: lattice points close to the surface are warped to it. With the two limits below, all
// dihedral angles are between 10.7 and 164.8 degrees for any surface. Ours: if warping a point
// would pinch the solid (parts or gaps thinner than a cell), the point counts as outside instead,
// so that the boundary is always a closed manifold.

#include "sim/mesh/fitted_lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/exec.h"

namespace limber {

namespace {

/// A cut closer to a lattice point than this fraction of the edge warps the point.
constexpr float too_close(int direction) {
  return direction < BccLattice::long_neighbors ? 0.24999f : 0.41189f;
}

class Fitting {
 public:
  Fitting(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
          const BccLattice& lattice, Progress& progress)
      : distance_(distance),
        middle_m_(0.5f * (low_m + high_m)),
        half_m_(0.5f * (high_m - low_m)),
        progress_(progress),
        fitted_{.lattice = lattice} {}

  FittedLattice run() {
    measure();
    cut_edges();
    move_points();
    mend_pinches();
    return std::move(fitted_);
  }

 private:
  /// The signed distance to the solid, clipped at the box.
  float value(const glm::vec3& x) const {
    const glm::vec3 beyond = glm::abs(x - middle_m_) - half_m_;
    return std::max({distance_(x), beyond.x, beyond.y, beyond.z});
  }

  int neighbor(const glm::ivec3& coordinates, int k) const {
    return fitted_.lattice.index(coordinates + BccLattice::direction(k));
  }

  /// Calls work(i) for i in [0, n) on all cores, in batches, with a report after each.
  template <class Work>
  void for_each(const char* what, float from, float to, int n, const Work& work) {
    struct Body {
      const Work& work;
      int first;
    };
    const int chunk = std::max(1024, n / 32);
    for (int first = 0; first < n; first += chunk) {
      progress_.report(what,
                       from + (to - from) * static_cast<float>(first) / static_cast<float>(n));
      const Body body{work, first};
      const auto run = [](const void* shared, int begin, int end) {
        const Body& b = *static_cast<const Body*>(shared);
        for (int i = begin; i < end; ++i) b.work(b.first + i);
      };
      exec_.run_on_pool(std::min(chunk, n - first), 64, run, &body);
    }
  }

  void measure() {
    values_.resize(fitted_.lattice.points());
    for_each("measuring the distance to the surface", 0.0f, 0.6f, fitted_.lattice.points(),
             [this](int i) { values_[i] = value(fitted_.lattice.position_m(i)); });
    fitted_.side.resize(values_.size());
    for (std::size_t i = 0; i < values_.size(); ++i)
      fitted_.side[i] = values_[i] < 0.0f    ? LatticeSide::inside
                        : values_[i] == 0.0f ? LatticeSide::on_surface
                                             : LatticeSide::outside;
  }

  /// The inside fraction of the edge from a (inside) to b (outside), by the Illinois method.
  float share_inside(const glm::vec3& a, const glm::vec3& b, float at_a, float at_b) const {
    float low = 0.0f, high = 1.0f, t = 0.5f;
    for (int step = 0, last = 0; step < 12; ++step) {
      t = low + (high - low) * (at_a / (at_a - at_b));
      const float at_t = value(glm::mix(a, b, t));
      if (std::abs(at_t) < 1e-5f * fitted_.lattice.cell_m()) break;
      if (at_t < 0.0f) {
        low = t, at_a = at_t;
        if (last < 0) at_b *= 0.5f;
        last = -1;
      } else {
        high = t, at_b = at_t;
        if (last > 0) at_a *= 0.5f;
        last = 1;
      }
    }
    return std::clamp(t, 1e-6f, 1.0f - 1e-6f);
  }

  void cut_edges() {
    fitted_.extra.assign(values_.size(), -1);
    std::vector<int> cut_points;
    bool any_inside = false;
    for (int i = 0; i < fitted_.lattice.points(); ++i) {
      if (fitted_.side[i] != LatticeSide::inside) continue;
      any_inside = true;
      const glm::ivec3 here = fitted_.lattice.coordinates(i);
      for (int k = 0; k < BccLattice::neighbors; ++k)
        if (fitted_.side[neighbor(here, k)] == LatticeSide::outside && fitted_.extra[i] < 0) {
          fitted_.extra[i] = static_cast<int>(cut_points.size());
          cut_points.push_back(i);
        }
    }
    if (!any_inside) throw nothing_inside(fitted_.lattice);
    fitted_.cuts.resize(cut_points.size());
    for_each("cutting the lattice", 0.6f, 0.8f, static_cast<int>(cut_points.size()), [&](int j) {
      const int i = cut_points[j];
      const glm::ivec3 here = fitted_.lattice.coordinates(i);
      for (int k = 0; k < BccLattice::neighbors; ++k) {
        const int there = neighbor(here, k);
        if (fitted_.side[there] == LatticeSide::outside)
          fitted_.cuts[j][k] =
              share_inside(fitted_.lattice.position_m(i), fitted_.lattice.position_m(there),
                           values_[i], values_[there]);
      }
    });
    values_ = {};
  }

  /// Uses the cuts from before any point moved, so that the order of the points does not matter.
  void move_points() {
    struct Move {
      int point;
      glm::vec3 to_m;
    };
    std::vector<Move> moves;
    for (int i = 0; i < fitted_.lattice.points(); ++i) {
      if (fitted_.side[i] == LatticeSide::on_surface)
        moves.push_back({i, fitted_.lattice.position_m(i)});
      if (fitted_.side[i] == LatticeSide::on_surface ||
          (fitted_.side[i] == LatticeSide::inside && fitted_.extra[i] < 0))
        continue;
      const glm::ivec3 here = fitted_.lattice.coordinates(i);
      const glm::ivec3 inner = 2 * (fitted_.lattice.corners() - 2);
      if (glm::any(glm::lessThan(here, glm::ivec3(2))) || glm::any(glm::greaterThan(here, inner)))
        continue;
      float nearest = INFINITY;
      int toward = -1;
      for (int k = 0; k < BccLattice::neighbors; ++k) {
        const float share = share_from(i, here, k);
        const float length = k < BccLattice::long_neighbors ? 1.0f : std::sqrt(0.75f);
        if (share > 0.0f && share < too_close(k) && share * length < nearest) {
          nearest = share * length;
          toward = k;
        }
      }
      if (toward >= 0)
        moves.push_back({i, glm::mix(fitted_.lattice.position_m(i),
                                     fitted_.lattice.position_m(neighbor(here, toward)),
                                     share_from(i, here, toward))});
    }
    for (const Move& move : moves) {
      fitted_.side[move.point] = LatticeSide::on_surface;
      fitted_.extra[move.point] = static_cast<int>(fitted_.moved_m.size());
      fitted_.moved_m.push_back(move.to_m);
      on_surface_.push_back(move.point);
    }
  }

  /// Position of the cut on edge k of a point inside or outside, from the point; 0: no cut.
  float share_from(int point, const glm::ivec3& here, int k) const {
    if (fitted_.side[point] == LatticeSide::inside) return fitted_.cuts[fitted_.extra[point]][k];
    const int there = neighbor(here, k);
    if (fitted_.side[there] != LatticeSide::inside || fitted_.extra[there] < 0) return 0.0f;
    return 1.0f - fitted_.cuts[fitted_.extra[there]][k ^ 1];
  }

  bool is_manifold_at(int point) const {
    const glm::ivec3 here = fitted_.lattice.coordinates(point);
    std::array<LatticeSide, BccLattice::neighbors> around;
    for (int k = 0; k < BccLattice::neighbors; ++k) around[k] = fitted_.side[neighbor(here, k)];
    return is_manifold_between(around);
  }

  /// Moves warped points at which the solid would be pinched back, as outside points. Cuts on their
  /// edges are then as close to them as the limits allow.
  void mend_pinches() {
    std::vector<int> open = on_surface_;
    while (!open.empty()) {
      const int point = open.back();
      open.pop_back();
      if (fitted_.side[point] != LatticeSide::on_surface || is_manifold_at(point)) continue;
      fitted_.side[point] = LatticeSide::outside;
      const glm::ivec3 here = fitted_.lattice.coordinates(point);
      for (int k = 0; k < BccLattice::neighbors; ++k) {
        const int there = neighbor(here, k);
        if (fitted_.side[there] == LatticeSide::on_surface) open.push_back(there);
        if (fitted_.side[there] != LatticeSide::inside) continue;
        if (fitted_.extra[there] < 0) {
          fitted_.extra[there] = static_cast<int>(fitted_.cuts.size());
          fitted_.cuts.emplace_back();
        }
        float& share = fitted_.cuts[fitted_.extra[there]][k ^ 1];
        const float closest = too_close(k);
        share = share > 0.0f ? std::clamp(share, closest, 1.0f - closest) : 1.0f - closest;
      }
    }
  }

  const DistanceFunction& distance_;
  glm::vec3 middle_m_, half_m_;
  Progress& progress_;
  Exec exec_{Backend::tbb};

  std::vector<float> values_;    ///< at the lattice points
  std::vector<int> on_surface_;  ///< warped lattice points, before pinches were mended
  FittedLattice fitted_;
};

}  // namespace

FittedLattice fit_lattice(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                          const BccLattice& lattice, Progress& progress) {
  return Fitting(distance, low_m, high_m, lattice, progress).run();
}

Error nothing_inside(const BccLattice& lattice) {
  return {
      ExitCode::bad_input,
      fmt::format("the inside of the surface has no room for a cell of {:.3g} m: choose smaller "
                  "cells, or a surface that faces outward",
                  lattice.cell_m())};
}

}  // namespace limber
