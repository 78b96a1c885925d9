#include "sim/mesh/particle_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "kernels/error.h"
#include "kernels/launch.h"

namespace limber {

namespace {

/// How far a place sees, how wide a cell is that cuts the surface, and how far that may be from the
/// nearest particle: the mean of what lies around a hole is in its middle.
constexpr float seen_spacings = 2.0f, cell_spacings = 0.5f, max_gap_spacings = 1.25f;
/// Cells along each edge of a block.
constexpr int side = 8;

/// A place in a grid of 2^20 on each axis, in one number that sorts.
using Key = std::uint64_t;
constexpr int bits = 20;
constexpr int max_place = (1 << bits) - 1;

Key key_of(const glm::ivec3& at) {
  return static_cast<Key>(at.z) << (2 * bits) | static_cast<Key>(at.y) << bits |
         static_cast<Key>(at.x);
}

glm::ivec3 place_of(Key key) {
  return {static_cast<int>(key & max_place), static_cast<int>(key >> bits & max_place),
          static_cast<int>(key >> (2 * bits) & max_place)};
}

/// Particles by cells as wide as a place of the surface sees.
class SortedParticles {
 public:
  SortedParticles(std::span<const glm::vec3> places_m, const glm::vec3& low_m, float seen_m)
      : low_m_(low_m), seen_m_(seen_m) {
    std::vector<std::pair<Key, unsigned>> order;
    for (std::size_t i = 0; i < places_m.size(); ++i)
      order.emplace_back(key_of(cell_of(places_m[i])), static_cast<unsigned>(i));
    std::ranges::sort(order);
    for (const auto& [cell, i] : order) {
      cells_.push_back(cell);
      places_m_.push_back(places_m[i]);
    }
  }

  float seen_m() const { return seen_m_; }
  /// Never 0 on any axis for a place above low_m: there is a cell on each side.
  glm::ivec3 cell_of(const glm::vec3& x) const {
    return glm::ivec3(glm::floor((x - low_m_) / seen_m_)) + 1;
  }
  /// Where those begin that lie in no cell before this one.
  int first_of(const glm::ivec3& cell) const {
    return static_cast<int>(std::ranges::lower_bound(cells_, key_of(cell)) - cells_.begin());
  }
  const glm::vec3& place_m(int k) const { return places_m_[k]; }

 private:
  glm::vec3 low_m_;
  float seen_m_;
  std::vector<Key> cells_;
  std::vector<glm::vec3> places_m_;
};

/// The particles around a few cells on each axis.
class Neighborhood {
 public:
  Neighborhood(const SortedParticles& particles, const glm::ivec3& first_cell)
      : particles_(particles), first_(first_cell - 1) {
    for (int z = 0; z < along; ++z)
      for (int y = 0; y < along; ++y)
        for (int x = 0; x <= along; ++x)
          begins_[(z * along + y) * (along + 1) + x] =
              particles.first_of(first_ + glm::ivec3(x, y, z));
  }

  /// Distance from the weighed mean of the places around x, less radius_m, or from the nearest one,
  /// less max_gap_m, whichever is more; what a place sees where there are none.
  float distance_m(const glm::vec3& x, float radius_m, float max_gap_m) const {
    const float seen_m = particles_.seen_m();
    glm::vec3 sum(0.0f);
    float weights = 0.0f, nearest_m2 = seen_m * seen_m;
    const glm::ivec3 cell = glm::clamp(particles_.cell_of(x) - first_, 1, along - 2);
    for (int z = cell.z - 1; z <= cell.z + 1; ++z)
      for (int y = cell.y - 1; y <= cell.y + 1; ++y) {
        const int* const row = &begins_[(z * along + y) * (along + 1)];
        for (int k = row[cell.x - 1]; k < row[cell.x + 2]; ++k) {
          const glm::vec3 way = particles_.place_m(k) - x;
          const float squared_m2 = glm::dot(way, way);
          const float left = 1.0f - squared_m2 / (seen_m * seen_m);
          if (!(left > 0.0f)) continue;
          nearest_m2 = std::min(nearest_m2, squared_m2);
          sum += way * (left * left * left);
          weights += left * left * left;
        }
      }
    if (!(weights > 0.0f)) return seen_m;
    return std::max(glm::length(sum / weights) - radius_m, std::sqrt(nearest_m2) - max_gap_m);
  }

 private:
  /// Cells of a block's nodes, the last of which lie in the cell after it, and one on each side.
  static constexpr int along = static_cast<int>(side * cell_spacings / seen_spacings) + 1 + 2;

  const SortedParticles& particles_;
  glm::ivec3 first_;
  std::array<int, along * along*(along + 1)> begins_;
};

/// What distance_m() is without a radius half a spacing above a lattice: the radius that puts the
/// surface there.
float radius_m(float spacing_m) {
  std::vector<glm::vec3> lattice_m;
  for (int z = -3; z <= 3; ++z)
    for (int y = -5; y <= 0; ++y)
      for (int x = -3; x <= 3; ++x) lattice_m.push_back(spacing_m * glm::vec3(x, y, z));
  const glm::vec3 low_m(-6.0f * spacing_m);
  const SortedParticles particles(lattice_m, low_m, seen_spacings * spacing_m);
  const Neighborhood around(particles, particles.cell_of(glm::vec3(0.0f)));
  float sum = 0.0f;
  for (int k = 0; k < 16; ++k)
    sum +=
        around.distance_m(spacing_m * glm::vec3(k % 4 / 4.0f, 0.5f, k / 4 / 4.0f), 0.0f, spacing_m);
  return sum / 16.0f;
}

/// A corner of a triangle lies on an edge of the grid: from a node to the one that is further by a
/// bit for each axis.
struct EdgePoint {
  Key node;
  unsigned toward;
  glm::vec3 place_m;
  bool same_edge(const EdgePoint& other) const {
    return node == other.node && toward == other.toward;
  }
  bool operator<(const EdgePoint& other) const {
    return node != other.node ? node < other.node : toward < other.toward;
  }
};

/// Kuhn's six tetrahedra of a cube, corners by a bit for each axis.
constexpr std::array<std::array<unsigned, 4>, 6> tetrahedra{
    {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}}};

glm::ivec3 offset_of(unsigned corner) { return {corner & 1, corner >> 1 & 1, corner >> 2 & 1}; }

/// The triangles of a block of cells: three edge points each.
class Block {
 public:
  Block(const SortedParticles& particles, const glm::ivec3& first, const glm::vec3& low_m,
        float spacing_m, float radius_m)
      : first_(first), low_m_(low_m), cell_m_(cell_spacings * spacing_m) {
    const Neighborhood around(particles, particles.cell_of(node_m(glm::ivec3(side / 4))));
    bool some_in = false, some_out = false;
    for (int i = 0; i < nodes * nodes * nodes; ++i) {
      const glm::ivec3 at(i % nodes, i / nodes % nodes, i / (nodes * nodes));
      values_m_[i] = around.distance_m(node_m(at), radius_m, max_gap_spacings * spacing_m);
      (values_m_[i] < 0.0f ? some_in : some_out) = true;
    }
    if (!some_in || !some_out) return;
    for (int z = 0; z < side; ++z)
      for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
          for (const auto& corners : tetrahedra) cut({x, y, z}, corners);
  }

  const std::vector<EdgePoint>& corners() const { return corners_; }

 private:
  static constexpr int nodes = side + 1;

  glm::vec3 node_m(const glm::ivec3& at) const { return low_m_ + cell_m_ * glm::vec3(first_ + at); }
  float value_m(const glm::ivec3& at) const {
    return values_m_[(at.z * nodes + at.y) * nodes + at.x];
  }

  EdgePoint between(const glm::ivec3& cell, unsigned a, unsigned b) const {
    const unsigned from = a & b, to = a | b;  // of an edge of Kuhn's one corner holds the other
    const glm::ivec3 low = cell + offset_of(from), high = cell + offset_of(to);
    const float below_m = value_m(low), above_m = value_m(high);
    const float share = below_m / (below_m - above_m);
    return {key_of(first_ + low), to & ~from, glm::mix(node_m(low), node_m(high), share)};
  }

  void add(const EdgePoint& a, const EdgePoint& b, const EdgePoint& c, const glm::vec3& outward) {
    const glm::vec3 normal = glm::cross(b.place_m - a.place_m, c.place_m - a.place_m);
    const bool turned = glm::dot(normal, outward) < 0.0f;
    corners_.insert(corners_.end(), {a, turned ? c : b, turned ? b : c});
  }

  void cut(const glm::ivec3& cell, const std::array<unsigned, 4>& corners) {
    unsigned in[4], out[4];
    int ins = 0, outs = 0;
    for (const unsigned corner : corners) {
      if (value_m(cell + offset_of(corner)) < 0.0f)
        in[ins++] = corner;
      else
        out[outs++] = corner;
    }
    if (ins == 0 || outs == 0) return;
    glm::vec3 outward(0.0f);
    for (int i = 0; i < ins; ++i) outward -= glm::vec3(offset_of(in[i])) / static_cast<float>(ins);
    for (int i = 0; i < outs; ++i)
      outward += glm::vec3(offset_of(out[i])) / static_cast<float>(outs);
    if (ins == 2) {
      const EdgePoint a = between(cell, in[0], out[0]), b = between(cell, in[0], out[1]);
      const EdgePoint c = between(cell, in[1], out[1]), d = between(cell, in[1], out[0]);
      add(a, b, c, outward);
      add(a, c, d, outward);
      return;
    }
    const unsigned alone = ins == 1 ? in[0] : out[0];
    const unsigned* const others = ins == 1 ? out : in;
    add(between(cell, alone, others[0]), between(cell, alone, others[1]),
        between(cell, alone, others[2]), outward);
  }

  glm::ivec3 first_;
  glm::vec3 low_m_;
  float cell_m_;
  std::array<float, nodes * nodes * nodes> values_m_;
  std::vector<EdgePoint> corners_;
};

/// One element a block.
struct CutBlocks {
  static constexpr int grain = 1;
  const SortedParticles* particles;
  const Key* blocks;
  std::vector<EdgePoint>* corners;  ///< of each block's triangles
  glm::vec3 low_m;
  float spacing_m;
  float radius_m;

  void operator()(int k) const {
    corners[k] =
        Block(*particles, place_of(blocks[k]) * side, low_m, spacing_m, radius_m).corners();
  }
};

/// Corners that lie on the same edge become one vertex.
TriangleMesh welded(const std::vector<EdgePoint>& corners) {
  std::vector<EdgePoint> points = corners;
  std::ranges::sort(points, std::less<>());
  const auto same = [](const EdgePoint& a, const EdgePoint& b) { return a.same_edge(b); };
  points.erase(std::ranges::unique(points, same).begin(), points.end());
  TriangleMesh mesh;
  for (const EdgePoint& point : points) mesh.positions_m.push_back(point.place_m);
  for (std::size_t k = 0; k < corners.size(); k += 3) {
    glm::uvec3 triangle;
    for (int corner = 0; corner < 3; ++corner)
      triangle[corner] = static_cast<unsigned>(
          std::ranges::lower_bound(points, corners[k + corner], std::less<>()) - points.begin());
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

}  // namespace

TriangleMesh particle_surface(std::span<const glm::vec3> places_m, float spacing_m, int threads) {
  if (places_m.empty()) return {};
  const float seen_m = seen_spacings * spacing_m, cell_m = cell_spacings * spacing_m;
  glm::vec3 low_m = places_m.front(), high_m = low_m;
  bool finite = true;
  for (const glm::vec3& x : places_m) {
    finite = finite && std::isfinite(x.x + x.y + x.z);
    low_m = glm::min(low_m, x);
    high_m = glm::max(high_m, x);
  }
  low_m -= 2.0f * seen_m;
  const glm::vec3 cells = (high_m - low_m) / cell_m + static_cast<float>(2 * side);
  if (!finite || !(std::max({cells.x, cells.y, cells.z}) < static_cast<float>(max_place)))
    throw Error(ExitCode::diverged,
                "no surface is made of a fluid: a position is not finite, or particles have flown "
                "half a million spacings apart; try a smaller dt_s");
  const SortedParticles particles(places_m, low_m, seen_m);
  const float radius = radius_m(spacing_m);

  std::vector<Key> blocks;  // that particles reach
  const float reach_m = max_gap_spacings * spacing_m + cell_m;
  for (const glm::vec3& x : places_m) {
    const glm::ivec3 from((x - reach_m - low_m) / (cell_m * side));
    const glm::ivec3 to((x + reach_m - low_m) / (cell_m * side));
    for (int z = from.z; z <= to.z; ++z)
      for (int y = from.y; y <= to.y; ++y)
        for (int column = from.x; column <= to.x; ++column)
          blocks.push_back(key_of({column, y, z}));
  }
  std::ranges::sort(blocks);
  blocks.erase(std::ranges::unique(blocks).begin(), blocks.end());

  std::vector<std::vector<EdgePoint>> of_blocks(blocks.size());
  const Exec exec(Solver::tbb, threads);
  launch_on_host(exec, "fluid surface", static_cast<int>(blocks.size()),
                 CutBlocks{&particles, blocks.data(), of_blocks.data(), low_m, spacing_m, radius});
  std::vector<EdgePoint> corners;
  for (const std::vector<EdgePoint>& of_block : of_blocks)
    corners.insert(corners.end(), of_block.begin(), of_block.end());
  return welded(corners);
}

}  // namespace limber
