// A solid of well-shaped tetrahedra from a distance function: Labelle, Shewchuk, "Isosurface
// Stuffing: Fast Tetrahedral Meshes with Good Dihedral Angles" (2007), with cells of one size.
// Lattice points that the surface passes closely move onto it; the tetrahedra that it still cuts
// are replaced by the pieces inside. With the two limits of closeness below, every dihedral angle
// lies between 10.7 and 164.8 degrees, whatever the surface.
// Ours: where moving a point would pinch the solid (parts or gaps thinner than a cell), the point
// counts as outside instead, so that the boundary is always a closed manifold.

#include "sim/mesh/lattice_mesher.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "kernels/error.h"
#include "kernels/exec.h"
#include "sim/mesh/bcc_lattice.h"
#include "sim/mesh/lattice_link.h"

namespace limber {

namespace {

constexpr int neighbors = BccLattice::neighbors;

/// A cut closer to a lattice point than this share of the edge moves the point.
constexpr float too_close(int direction) {
  return direction < BccLattice::long_neighbors ? 0.24999f : 0.41189f;
}

class Stuffing {
 public:
  Stuffing(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
           const BccLattice& lattice, Progress& progress)
      : distance_(distance),
        middle_m_(0.5f * (low_m + high_m)),
        half_m_(0.5f * (high_m - low_m)),
        lattice_(lattice),
        progress_(progress) {}

  TetraMesh run() {
    measure();
    cut_edges();
    move_points();
    mend_pinches();
    emit();
    if (mesh_.tetrahedra.empty()) throw nothing_inside();
    return std::move(mesh_);
  }

 private:
  /// Where the surface crosses the edges of an inside point: the share of the edge on the inside,
  /// 0 where it does not, and the vertex there once it has one.
  struct Cuts {
    std::array<float, neighbors> inside{};
    std::array<int, neighbors> vertex;
    Cuts() { vertex.fill(-1); }
  };
  /// A corner of a lattice tetrahedron.
  struct Corner {
    int point;
    glm::ivec3 coordinates;
    LatticeSide side;
  };

  /// The solid ends at the box.
  float value(const glm::vec3& x) const {
    const glm::vec3 beyond = glm::abs(x - middle_m_) - half_m_;
    return std::max({distance_(x), beyond.x, beyond.y, beyond.z});
  }

  Error nothing_inside() const {
    return {ExitCode::bad_input,
            fmt::format("the inside of the surface has no room for a cell of {:.3g} m: choose "
                        "smaller cells, or a surface that faces outward",
                        lattice_.cell_m())};
  }

  int neighbor(const glm::ivec3& coordinates, int k) const {
    return lattice_.index(coordinates + BccLattice::direction(k));
  }

  /// Calls work(i) for i in [0, n) on all cores; stops in between to report.
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
    values_.resize(lattice_.points());
    for_each("measuring the distance to the surface", 0.0f, 0.6f, lattice_.points(),
             [this](int i) { values_[i] = value(lattice_.position_m(i)); });
    side_.resize(values_.size());
    for (std::size_t i = 0; i < values_.size(); ++i)
      side_[i] = values_[i] < 0.0f    ? LatticeSide::inside
                 : values_[i] == 0.0f ? LatticeSide::on_surface
                                      : LatticeSide::outside;
  }

  /// The share of the edge a-b that is inside, a being inside and b outside: false position with
  /// the Illinois rule.
  float share_inside(const glm::vec3& a, const glm::vec3& b, float at_a, float at_b) const {
    float low = 0.0f, high = 1.0f, t = 0.5f;
    for (int step = 0, last = 0; step < 12; ++step) {
      t = low + (high - low) * (at_a / (at_a - at_b));
      const float at_t = value(glm::mix(a, b, t));
      if (std::abs(at_t) < 1e-5f * lattice_.cell_m()) break;
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
    extra_.assign(values_.size(), -1);
    std::vector<int> cut_points;
    bool any_inside = false;
    for (int i = 0; i < lattice_.points(); ++i) {
      if (side_[i] != LatticeSide::inside) continue;
      any_inside = true;
      const glm::ivec3 here = lattice_.coordinates(i);
      for (int k = 0; k < neighbors; ++k)
        if (side_[neighbor(here, k)] == LatticeSide::outside && extra_[i] < 0) {
          extra_[i] = static_cast<int>(cut_points.size());
          cut_points.push_back(i);
        }
    }
    if (!any_inside) throw nothing_inside();
    cuts_.resize(cut_points.size());
    for_each("cutting the lattice", 0.6f, 0.8f, static_cast<int>(cut_points.size()), [&](int j) {
      const int i = cut_points[j];
      const glm::ivec3 here = lattice_.coordinates(i);
      for (int k = 0; k < neighbors; ++k) {
        const int there = neighbor(here, k);
        if (side_[there] == LatticeSide::outside)
          cuts_[j].inside[k] = share_inside(lattice_.position_m(i), lattice_.position_m(there),
                                            values_[i], values_[there]);
      }
    });
    values_ = {};
  }

  /// All cuts count as they were before any point moved, so the order of the points does not
  /// matter.
  void move_points() {
    struct Move {
      int point;
      glm::vec3 to_m;
    };
    std::vector<Move> moves;
    for (int i = 0; i < lattice_.points(); ++i) {
      if (side_[i] == LatticeSide::on_surface) moves.push_back({i, lattice_.position_m(i)});
      if (side_[i] == LatticeSide::on_surface || (side_[i] == LatticeSide::inside && extra_[i] < 0))
        continue;
      const glm::ivec3 here = lattice_.coordinates(i);
      const glm::ivec3 inner = 2 * (lattice_.corners() - 2);
      if (glm::any(glm::lessThan(here, glm::ivec3(2))) || glm::any(glm::greaterThan(here, inner)))
        continue;
      float nearest = INFINITY;
      int toward = -1;
      for (int k = 0; k < neighbors; ++k) {
        const float share = share_from(i, here, k);
        const float length = k < BccLattice::long_neighbors ? 1.0f : std::sqrt(0.75f);
        if (share > 0.0f && share < too_close(k) && share * length < nearest) {
          nearest = share * length;
          toward = k;
        }
      }
      if (toward >= 0)
        moves.push_back(
            {i, glm::mix(lattice_.position_m(i), lattice_.position_m(neighbor(here, toward)),
                         share_from(i, here, toward))});
    }
    for (const Move& move : moves) {
      side_[move.point] = LatticeSide::on_surface;
      extra_[move.point] = static_cast<int>(moved_m_.size());
      moved_m_.push_back(move.to_m);
      on_surface_.push_back(move.point);
    }
  }

  /// How far along its edge k the surface is from a point inside or outside; 0: it does not cross.
  float share_from(int point, const glm::ivec3& here, int k) const {
    if (side_[point] == LatticeSide::inside) return cuts_[extra_[point]].inside[k];
    const int there = neighbor(here, k);
    if (side_[there] != LatticeSide::inside || extra_[there] < 0) return 0.0f;
    return 1.0f - cuts_[extra_[there]].inside[k ^ 1];
  }

  bool is_manifold_at(int point) const {
    const glm::ivec3 here = lattice_.coordinates(point);
    std::array<LatticeSide, neighbors> around;
    for (int k = 0; k < neighbors; ++k) around[k] = side_[neighbor(here, k)];
    return is_manifold_between(around);
  }

  /// A point on the surface where the solid would touch itself goes back to its place and counts
  /// as outside. The surface then crosses its edges as close as a point may come to it.
  void mend_pinches() {
    std::vector<int> open = on_surface_;
    while (!open.empty()) {
      const int point = open.back();
      open.pop_back();
      if (side_[point] != LatticeSide::on_surface || is_manifold_at(point)) continue;
      side_[point] = LatticeSide::outside;
      const glm::ivec3 here = lattice_.coordinates(point);
      for (int k = 0; k < neighbors; ++k) {
        const int there = neighbor(here, k);
        if (side_[there] == LatticeSide::on_surface) open.push_back(there);
        if (side_[there] != LatticeSide::inside) continue;
        if (extra_[there] < 0) {
          extra_[there] = static_cast<int>(cuts_.size());
          cuts_.emplace_back();
        }
        float& share = cuts_[extra_[there]].inside[k ^ 1];
        const float closest = too_close(k);
        share = share > 0.0f ? std::clamp(share, closest, 1.0f - closest) : 1.0f - closest;
      }
    }
  }

  /// The vertex at a corner that is inside or on the surface.
  int vertex_at(const Corner& corner) {
    int& vertex = vertex_[corner.point];
    if (vertex < 0) {
      vertex = static_cast<int>(mesh_.positions_m.size());
      mesh_.positions_m.push_back(corner.side == LatticeSide::on_surface
                                      ? moved_m_[extra_[corner.point]]
                                      : lattice_.position_m(corner.point));
    }
    return vertex;
  }

  /// The vertex where the surface crosses the edge from an inside corner to another one, which may
  /// lie on it.
  int vertex_toward(const Corner& in, const Corner& other) {
    if (other.side == LatticeSide::on_surface) return vertex_at(other);
    const int k = BccLattice::direction_of(other.coordinates - in.coordinates);
    Cuts& cuts = cuts_[extra_[in.point]];
    if (cuts.vertex[k] < 0) {
      cuts.vertex[k] = static_cast<int>(mesh_.positions_m.size());
      mesh_.positions_m.push_back(glm::mix(lattice_.position_m(in.point),
                                           lattice_.position_m(other.point), cuts.inside[k]));
    }
    return cuts.vertex[k];
  }

  /// Whether the face with a and b inside and `out` outside is cut from a to the cut of b's edge:
  /// to the cut of the long edge, or by the paper's parity rule where that is the edge inside.
  static bool diagonal_from_first(const Corner& a, const Corner& b, const Corner& out) {
    const auto is_long = [](const Corner& p, const Corner& q) {
      return ((p.coordinates.x ^ q.coordinates.x) & 1) == 0;
    };
    if (is_long(b, out)) return true;
    if (is_long(a, out)) return false;
    const glm::ivec3 d = a.coordinates - out.coordinates;
    return (((d.x > 0) + (d.y > 0) + (d.z > 0)) & 1) == 0;
  }

  void add(int a, int b, int c, int d, bool turned) {
    if (turned) std::swap(c, d);
    mesh_.tetrahedra.emplace_back(a, b, c, d);
  }

  /// A prism with the vertices u below w. before[i][j]: the side between i and j is cut from u[i]
  /// to w[j].
  void add_prism(const std::array<int, 3>& u, const std::array<int, 3>& w, bool before01,
                 bool before02, bool before12, bool turned) {
    // The place of each vertex in the order that the cuts make; they never go round.
    std::array<int, 3> order{};
    order[!before01 + !before02] = 0;
    order[before01 + !before12] = 1;
    order[before02 + before12] = 2;
    const bool odd = (order[1] - order[0] + 3) % 3 == 2;
    const auto [a, b, c] = order;
    add(u[a], u[b], u[c], w[c], turned != odd);
    add(u[a], u[b], w[c], w[b], turned != odd);
    add(u[a], w[a], w[b], w[c], turned != odd);
  }

  void emit_tetrahedron(std::array<Corner, 4> t) {
    // Inside first, then on the surface, then outside; `turned` tells whether that mirrors it.
    bool turned = false;
    for (int pass = 0; pass < 3; ++pass)
      for (int k = 0; k < 3; ++k)
        if (t[k].side > t[k + 1].side) {
          std::swap(t[k], t[k + 1]);
          turned = !turned;
        }
    const auto count = [&](LatticeSide side) {
      return std::count_if(t.begin(), t.end(), [&](const Corner& c) { return c.side == side; });
    };
    const auto ins = count(LatticeSide::inside), outs = count(LatticeSide::outside);
    if (ins == 0) return;
    const auto& [a, b, c, d] = t;
    if (outs == 0) {
      add(vertex_at(a), vertex_at(b), vertex_at(c), vertex_at(d), turned);
    } else if (ins == 1) {
      add(vertex_at(a), vertex_toward(a, b), vertex_toward(a, c), vertex_toward(a, d), turned);
    } else if (ins == 2 && outs == 1) {
      // A pyramid over the face a, b, d.
      const int va = vertex_at(a), vb = vertex_at(b), vc = vertex_at(c);
      const int ad = vertex_toward(a, d), bd = vertex_toward(b, d);
      const bool first = diagonal_from_first(a, b, d);
      add(va, vb, vc, first ? bd : ad, turned);
      add(first ? va : vb, ad, vc, bd, !turned);
    } else if (ins == 2) {
      const int ac = vertex_toward(a, c), ad = vertex_toward(a, d);
      const int bc = vertex_toward(b, c), bd = vertex_toward(b, d);
      const bool first_c = diagonal_from_first(a, b, c), first_d = diagonal_from_first(a, b, d);
      // The cut on the surface belongs to this tetrahedron alone: the shorter one, if it is free.
      const auto& x = mesh_.positions_m;
      const bool shorter = glm::distance(x[ac], x[bd]) < glm::distance(x[ad], x[bc]);
      const bool c_before_d = first_c == first_d ? shorter : first_d;
      add_prism({vertex_at(a), ac, ad}, {vertex_at(b), bc, bd}, first_c, first_d, c_before_d,
                turned);
    } else {
      add_prism({vertex_at(a), vertex_at(b), vertex_at(c)},
                {vertex_toward(a, d), vertex_toward(b, d), vertex_toward(c, d)},
                diagonal_from_first(a, b, d), diagonal_from_first(a, c, d),
                diagonal_from_first(b, c, d), turned);
    }
  }

  /// Every tetrahedron has two opposite long edges: one between the centres of two cells that share
  /// a face, one an edge of that face.
  void emit() {
    vertex_.assign(side_.size(), -1);
    const auto corner = [this](const glm::ivec3& c) {
      const int point = lattice_.index(c);
      return Corner{point, c, side_[point]};
    };
    const glm::ivec3 cells = lattice_.corners() - 2;
    for (int z = 0; z < cells.z; ++z) {
      progress_.report("filling with tetrahedra",
                       0.8f + 0.2f * static_cast<float>(z) / static_cast<float>(cells.z));
      for (int y = 0; y < cells.y; ++y)
        for (int x = 0; x < cells.x; ++x)
          for (int axis = 0; axis < 3; ++axis)
            emit_around(corner, {2 * x + 1, 2 * y + 1, 2 * z + 1}, axis);
    }
  }

  template <class MakeCorner>
  void emit_around(const MakeCorner& corner, const glm::ivec3& center, int axis) {
    glm::ivec3 along(0), u(0), v(0);
    along[axis] = u[(axis + 1) % 3] = v[(axis + 2) % 3] = 1;
    const glm::ivec3 face = center + along;
    const Corner near = corner(center), far = corner(face + along);
    const std::array ring{corner(face - u - v), corner(face + u - v), corner(face + u + v),
                          corner(face - u + v)};
    for (int k = 0; k < 4; ++k) emit_tetrahedron({near, far, ring[k], ring[(k + 1) % 4]});
  }

  const DistanceFunction& distance_;
  glm::vec3 middle_m_, half_m_;
  BccLattice lattice_;
  Progress& progress_;
  Exec exec_{Solver::tbb};

  std::vector<float> values_;      ///< at the lattice points
  std::vector<LatticeSide> side_;  ///< of the lattice points
  std::vector<int> extra_;         ///< into cuts_ for inside points, moved_m_ for those on it
  std::vector<int> vertex_;        ///< of the mesh, at the lattice points
  std::vector<Cuts> cuts_;
  std::vector<glm::vec3> moved_m_;
  std::vector<int> on_surface_;  ///< lattice points that were, before pinches were mended
  TetraMesh mesh_;
};

}  // namespace

TetraMesh fill_with_lattice(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                            float cell_m, Progress& progress) {
  // Two cells all around, so that no point near the surface lacks a neighbour.
  const glm::vec3 cells = glm::ceil(glm::max(high_m - low_m, 0.0f) / cell_m) + 4.0f;
  if (!(cell_m > 0.0f && 2.0f * cells.x * cells.y * cells.z < 1e8f))
    throw Error(ExitCode::bad_input,
                fmt::format("a lattice of {:.3g} m in a box of {:.3g} x {:.3g} x {:.3g} m has too "
                            "many points: choose larger cells",
                            cell_m, high_m.x - low_m.x, high_m.y - low_m.y, high_m.z - low_m.z));
  const BccLattice lattice(low_m - 2.0f * cell_m, cell_m, glm::ivec3(cells) + 1);
  return Stuffing(distance, low_m, high_m, lattice, progress).run();
}

}  // namespace limber
