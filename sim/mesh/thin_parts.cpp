// Ours, on top of [Labelle07], which is certain to keep only parts thicker than a cell. The points
// of a BCC lattice nearest to a curve are connected by lattice edges, since their Voronoi cells
// (truncated octahedra) share faces across exactly those edges. Both ends of an edge inside a
// capsule with a radius of 0.4 cells stay inside: the surface is too far away to warp them. So a
// chain of capsules connects two inside points for any position of the lattice.

#include "sim/mesh/thin_parts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <queue>
#include <utility>
#include <vector>

#include "sim/mesh/attachment.h"
#include "sim/mesh/joined.h"
#include "sim/mesh/topology.h"
#include "sim/mesh/triangle_tree.h"

namespace limber {

namespace {

// In cells.
constexpr float rod_radius = 0.4f;
constexpr float reach = 0.75f;  ///< a vertex of the surface farther from the mesh is lost
constexpr float step = 1.0f / 16.0f;

/// Cost per length of a path off the surface, relative to one along the surface.
constexpr float air_cost = 4.0f;

struct Rod {
  glm::vec3 a_m, b_m;
};

float distance_to_axis_m(const Rod& rod, const glm::vec3& x) {
  const glm::vec3 along = rod.b_m - rod.a_m;
  const float share = glm::clamp(glm::dot(x - rod.a_m, along) / glm::dot(along, along), 0.0f, 1.0f);
  return glm::distance(x, rod.a_m + share * along);
}

/// The relation of a mesh to the surface.
struct Fit {
  Joined pieces;                     ///< of the mesh's vertices
  std::vector<char> on_boundary;     ///< of the mesh's vertices
  std::vector<Attachment> attached;  ///< of the surface's vertices
  std::vector<float> away_m;         ///< distance of the surface's vertices to the mesh, 0 inside

  Fit(const TriangleMesh& surface, const TetraMesh& mesh)
      : pieces(mesh.positions_m.size()),
        on_boundary(mesh.positions_m.size(), 0),
        attached(attach(surface.positions_m, mesh)) {
    for (const glm::ivec4& t : mesh.tetrahedra)
      for (int k = 1; k < 4; ++k) pieces.join(t[0], t[k]);
    const std::vector<glm::uvec3> boundary = boundary_of(mesh.tetrahedra);
    for (const glm::uvec3& t : boundary)
      for (int k = 0; k < 3; ++k) on_boundary[t[k]] = 1;
    const TriangleTree tree({mesh.positions_m, boundary});
    for (const glm::vec3& x : surface.positions_m)
      away_m.push_back(std::max(tree.signed_distance_m(x), 0.0f));
  }
  unsigned piece_at(int vertex) { return pieces.root(attached[vertex].corners[0]); }
  /// A corner that is not on the boundary, of the tetrahedron to which a vertex is attached.
  int inner_corner(int vertex) const {
    const glm::ivec4& corners = attached[vertex].corners;
    for (int k = 0; k < 4; ++k)
      if (!on_boundary[corners[k]]) return corners[k];
    return corners[0];
  }
};

class ThinParts {
 public:
  ThinParts(const ThinSolid& solid, glm::vec3 low_m, glm::vec3 high_m, float cell_m)
      : solid_(solid),
        low_m_(low_m),
        high_m_(high_m),
        cell_m_(cell_m),
        reach_m_(solid.skin_m + reach * cell_m),
        parts_(solid.surface.positions_m.size()) {
    std::vector<int> ends;
    for (const glm::uvec3& t : solid.surface.triangles)
      for (int k = 0; k < 3; ++k) parts_.join(t[0], t[k]);
    for (const glm::ivec2& edge : edges_of(solid.surface.triangles).edges)
      ends.insert(ends.end(), {edge.x, edge.y});
    edges_at_ = elements_at(vertices(), ends, 2);
    ends_ = std::move(ends);
  }

  /// Adds rods to parts that the mesh of the solid and the rods so far has lost. Returns whether
  /// there were any.
  bool add_rods(const TetraMesh& mesh) {
    const std::size_t before = rods_.size();
    Fit fit(solid_.surface, mesh);
    for (const auto& [part, pieces] : pieces_of_parts(fit, mesh)) {
      if (pieces.size() > 1)
        join(fit, mesh, pieces);
      else
        reach_out(fit, mesh, part, pieces[0]);
    }
    return rods_.size() > before;
  }

  /// Distance to the union of the solid and the rods.
  float distance_m(const glm::vec3& x) const {
    const glm::vec3 beyond = glm::abs(x - 0.5f * (low_m_ + high_m_)) - 0.5f * (high_m_ - low_m_);
    float min_m = std::max({solid_.distance(x), beyond.x, beyond.y, beyond.z});
    for (const Rod& rod : rods_)
      min_m = std::min(min_m, distance_to_axis_m(rod, x) - rod_radius * cell_m_);
    return min_m;
  }

 private:
  int vertices() const { return static_cast<int>(solid_.surface.positions_m.size()); }
  const glm::vec3& position_m(int vertex) const { return solid_.surface.positions_m[vertex]; }

  /// The pieces of each part of the surface, the one with the most tetrahedra first. A piece
  /// belongs to the part that has the most vertices near it.
  std::map<unsigned, std::vector<unsigned>> pieces_of_parts(Fit& fit, const TetraMesh& mesh) {
    std::map<unsigned, std::map<unsigned, int>> near;  // vertices by piece and part
    for (int i = 0; i < vertices(); ++i)
      if (fit.away_m[i] <= reach_m_) ++near[fit.piece_at(i)][parts_.root(i)];
    std::map<unsigned, int> tetrahedra;
    for (const glm::ivec4& t : mesh.tetrahedra) ++tetrahedra[fit.pieces.root(t[0])];
    std::map<unsigned, std::vector<unsigned>> pieces;
    for (const auto& [piece, counts] : near) {
      const auto largest = std::ranges::max_element(
          counts, [](const auto& a, const auto& b) { return a.second < b.second; });
      pieces[largest->first].push_back(piece);
    }
    for (auto& [part, its] : pieces)
      std::ranges::stable_sort(its, std::greater(),
                               [&](unsigned piece) { return tetrahedra[piece]; });
    return pieces;
  }

  /// Shortest paths along the surface from a piece: the cost and the predecessor of each vertex.
  struct Ways {
    std::vector<float> cost_m;
    std::vector<int> from;
  };
  Ways ways_from(Fit& fit, unsigned piece) const {
    Ways ways{std::vector(vertices(), INFINITY), std::vector(vertices(), -1)};
    using Entry = std::pair<float, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (int i = 0; i < vertices(); ++i)
      if (fit.away_m[i] <= reach_m_ && fit.piece_at(i) == piece) {
        ways.cost_m[i] = air_cost * fit.away_m[i];
        open.emplace(ways.cost_m[i], i);
      }
    while (!open.empty()) {
      const auto [cost_m, here] = open.top();
      open.pop();
      if (cost_m > ways.cost_m[here]) continue;
      for (int e = edges_at_.first[here]; e < edges_at_.first[here + 1]; ++e) {
        const int edge = edges_at_.items[e], there = ends_[2 * edge] + ends_[2 * edge + 1] - here;
        const float longer_m = cost_m + glm::distance(position_m(here), position_m(there));
        if (longer_m >= ways.cost_m[there]) continue;
        ways.cost_m[there] = longer_m;
        ways.from[there] = here;
        open.emplace(longer_m, there);
      }
    }
    return ways;
  }

  /// Adds rods from the largest piece of a part to each of the others.
  void join(Fit& fit, const TetraMesh& mesh, const std::vector<unsigned>& pieces) {
    const Ways ways = ways_from(fit, pieces[0]);
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      int nearest = -1;
      float min_m = INFINITY;
      for (int v = 0; v < vertices(); ++v) {
        if (fit.away_m[v] > reach_m_ || fit.piece_at(v) != pieces[i]) continue;
        const float cost_m = ways.cost_m[v] + air_cost * fit.away_m[v];
        if (cost_m >= min_m) continue;
        min_m = cost_m;
        nearest = v;
      }
      if (nearest >= 0)
        lead(fit, mesh, ways, nearest, {mesh.positions_m[fit.inner_corner(nearest)]});
    }
  }

  /// Adds rods to the farthest vertex of each patch of lost vertices.
  void reach_out(Fit& fit, const TetraMesh& mesh, unsigned part, unsigned piece) {
    const auto lost = [&](int v) { return fit.away_m[v] > reach_m_ && parts_.root(v) == part; };
    Joined patches(vertices());
    bool any = false;
    for (int v = 0; v < vertices(); ++v) any = any || lost(v);
    if (!any) return;
    for (std::size_t e = 0; e < ends_.size(); e += 2)
      if (lost(ends_[e]) && lost(ends_[e + 1])) patches.join(ends_[e], ends_[e + 1]);
    const Ways ways = ways_from(fit, piece);
    std::map<unsigned, int> farthest;
    for (int v = 0; v < vertices(); ++v)
      if (lost(v)) {
        int& end = farthest.try_emplace(patches.root(v), v).first->second;
        if (ways.cost_m[v] > ways.cost_m[end]) end = v;
      }
    for (const auto& [patch, end] : farthest) lead(fit, mesh, ways, end, {});
  }

  /// Adds rods along the path from the piece to `end`, then through the points `after`.
  void lead(const Fit& fit, const TetraMesh& mesh, const Ways& ways, int end,
            std::vector<glm::vec3> after) {
    std::vector<glm::vec3> path;
    int start = end;
    for (int v = end; v >= 0; v = ways.from[v]) {
      path.push_back(middle_below(position_m(v)));
      start = v;
    }
    path.push_back(mesh.positions_m[fit.inner_corner(start)]);
    std::ranges::reverse(path);
    path.insert(path.end(), after.begin(), after.end());
    glm::ivec3 last = nearest_point(path[0]);
    for (std::size_t i = 1; i < path.size(); ++i) {
      const float length_m = glm::distance(path[i - 1], path[i]);
      const int steps = static_cast<int>(length_m / (step * cell_m_)) + 1;
      for (int k = 1; k <= steps; ++k) {
        const glm::ivec3 next = nearest_point(
            glm::mix(path[i - 1], path[i], static_cast<float>(k) / static_cast<float>(steps)));
        if (next == last) continue;
        rods_.push_back({place_m(last), place_m(next)});
        last = next;
      }
    }
  }

  /// The deepest point below a vertex of the surface, up to half a cell: the middle of a solid
  /// thinner than a cell.
  glm::vec3 middle_below(glm::vec3 x) const {
    glm::vec3 outward(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
      glm::vec3 by_m(0.0f);
      by_m[axis] = step * cell_m_;
      outward[axis] = solid_.distance(x + by_m) - solid_.distance(x - by_m);
    }
    const float length = glm::length(outward);
    if (!(length > 0.0f)) return x;
    outward /= length;
    float min_m = solid_.distance(x);
    for (float depth = step; depth <= 0.5f; depth += step) {
      const glm::vec3 below = x - step * cell_m_ * outward;
      const float there_m = solid_.distance(below);
      if (there_m >= min_m) break;
      min_m = there_m;
      x = below;
    }
    return x;
  }

  /// Coordinates of the nearest lattice point, in half cells.
  glm::ivec3 nearest_point(const glm::vec3& x) const {
    const glm::vec3 cells = (x - low_m_) / cell_m_;
    const glm::vec3 corner = glm::round(cells), center = glm::floor(cells) + 0.5f;
    return glm::ivec3(glm::round(
        2.0f * (glm::distance(cells, corner) <= glm::distance(cells, center) ? corner : center)));
  }
  glm::vec3 place_m(const glm::ivec3& point) const {
    return low_m_ + 0.5f * cell_m_ * glm::vec3(point);
  }

  const ThinSolid& solid_;
  glm::vec3 low_m_, high_m_;
  float cell_m_, reach_m_;
  Joined parts_;           ///< of the surface's vertices
  std::vector<int> ends_;  ///< of the surface's edges, in pairs
  Lists edges_at_;         ///< at the surface's vertices
  std::vector<Rod> rods_;
};

}  // namespace

TetraMesh fill_with_thin_parts(const ThinSolid& solid, glm::vec3 low_m, glm::vec3 high_m,
                               float cell_m, Progress& progress) {
  TetraMesh mesh = fill_with_lattice(solid.distance, low_m, high_m, cell_m, progress);
  ThinParts thin(solid, low_m, high_m, cell_m);
  // One round joins pieces, the next one reaches out from the joined piece.
  constexpr int rounds = 8;
  for (int round = 0; round < rounds && thin.add_rods(mesh); ++round)
    // A rod may stick out of the box by less than a cell; whole cells keep the lattice in place.
    mesh = fill_with_lattice([&](const glm::vec3& x) { return thin.distance_m(x); }, low_m - cell_m,
                             high_m + cell_m, cell_m, progress);
  return mesh;
}

}  // namespace limber
