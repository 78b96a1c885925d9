// Isosurface stuffing [Labelle07] with cells of one size: tetrahedra of the fitted lattice
// (fitted_lattice.h) that the surface still cuts are replaced by their inside parts.

#include "sim/mesh/lattice_mesher.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "sim/mesh/fitted_lattice.h"

namespace limber {

namespace {

class Stuffing {
 public:
  Stuffing(FittedLattice fitted, Progress& progress)
      : fitted_(std::move(fitted)), progress_(progress), vertex_(fitted_.side.size(), -1) {
    std::array<int, BccLattice::neighbors> none;
    none.fill(-1);
    vertex_at_cut_.assign(fitted_.cuts.size(), none);
  }

  TetraMesh run() {
    emit();
    if (mesh_.tetrahedra.empty()) throw nothing_inside(fitted_.lattice);
    return std::move(mesh_);
  }

 private:
  /// A corner of a lattice tetrahedron.
  struct Corner {
    int point;
    glm::ivec3 coordinates;
    LatticeSide side;
  };

  /// The vertex at a corner that is inside or on the surface.
  int vertex_at(const Corner& corner) {
    int& vertex = vertex_[corner.point];
    if (vertex < 0) {
      vertex = static_cast<int>(mesh_.positions_m.size());
      mesh_.positions_m.push_back(corner.side == LatticeSide::on_surface
                                      ? fitted_.moved_m[fitted_.extra[corner.point]]
                                      : fitted_.lattice.position_m(corner.point));
    }
    return vertex;
  }

  /// The vertex at the cut of the edge from an inside corner to another one, or at the latter if it
  /// lies on the surface.
  int vertex_toward(const Corner& in, const Corner& other) {
    if (other.side == LatticeSide::on_surface) return vertex_at(other);
    const int k = BccLattice::direction_of(other.coordinates - in.coordinates);
    const int cut = fitted_.extra[in.point];
    int& vertex = vertex_at_cut_[cut][k];
    if (vertex < 0) {
      vertex = static_cast<int>(mesh_.positions_m.size());
      mesh_.positions_m.push_back(glm::mix(fitted_.lattice.position_m(in.point),
                                           fitted_.lattice.position_m(other.point),
                                           fitted_.cuts[cut][k]));
    }
    return vertex;
  }

  /// Whether the quad of the face with a and b inside and `out` outside is split from a to the cut
  /// of b's edge: the diagonal ends at the cut of the long edge, or follows the paper's parity rule
  /// if the long edge is inside.
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

  /// A prism with the vertices u below w. beforeIJ: the side between i and j is split from u[i] to
  /// w[j].
  void add_prism(const std::array<int, 3>& u, const std::array<int, 3>& w, bool before01,
                 bool before02, bool before12, bool turned) {
    // Topological order of the vertices by the diagonals, which are never cyclic.
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
    // Sorts inside first, then on the surface, then outside; turned: whether that inverts it.
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
      // The diagonal on the surface is not shared: takes the shorter one if the others permit it.
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

  /// Every lattice tetrahedron has two opposite long edges: one between the centres of two cells
  /// that share a face, and one edge of that face.
  void emit() {
    const auto corner = [this](const glm::ivec3& c) {
      const int point = fitted_.lattice.index(c);
      return Corner{point, c, fitted_.side[point]};
    };
    const glm::ivec3 cells = fitted_.lattice.corners() - 2;
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

  FittedLattice fitted_;
  Progress& progress_;
  std::vector<int> vertex_;  ///< mesh vertex of each lattice point; -1: none yet
  std::vector<std::array<int, BccLattice::neighbors>> vertex_at_cut_;  ///< of fitted_.cuts
  TetraMesh mesh_;
};

}  // namespace

TetraMesh fill_with_lattice(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                            float cell_m, Progress& progress) {
  // A margin of two cells, so that all points near the surface have all neighbours.
  const glm::vec3 cells = glm::ceil(glm::max(high_m - low_m, 0.0f) / cell_m) + 4.0f;
  if (!(cell_m > 0.0f && 2.0f * cells.x * cells.y * cells.z < 1e8f))
    throw Error(ExitCode::bad_input,
                fmt::format("a lattice of {:.3g} m in a box of {:.3g} x {:.3g} x {:.3g} m has too "
                            "many points: choose larger cells",
                            cell_m, high_m.x - low_m.x, high_m.y - low_m.y, high_m.z - low_m.z));
  const BccLattice lattice(low_m - 2.0f * cell_m, cell_m, glm::ivec3(cells) + 1);
  return Stuffing(fit_lattice(distance, low_m, high_m, lattice, progress), progress).run();
}

}  // namespace limber
