#include "sim/pbd/cloth_cut.h"

#include <algorithm>
#include <cstdint>

#include "sim/mesh/topology.h"

namespace limber {

namespace {

/// A set of unordered pairs of particles.
class Pairs {
 public:
  void add(int a, int b) { keys_.push_back(key(a, b)); }
  void sort() { std::ranges::sort(keys_); }
  bool has(int a, int b) const { return std::ranges::binary_search(keys_, key(a, b)); }

 private:
  static std::uint64_t key(int a, int b) {
    const auto low = static_cast<std::uint64_t>(std::min(a, b));
    return low << 32 | static_cast<std::uint64_t>(std::max(a, b));
  }
  std::vector<std::uint64_t> keys_;
};

/// The constraints for which stays(corners) is true; a subset of a colour is a valid colour.
template <class Constraint, class Stays>
ConstraintList<Constraint> kept(const ConstraintList<Constraint>& list, const Stays& stays) {
  ConstraintList<Constraint> left;
  left.coloring.first.push_back(0);
  for (int color = 0; color < list.coloring.colors(); ++color) {
    for (int i = list.coloring.first[color]; i < list.coloring.first[color + 1]; ++i) {
      const int constraint = list.coloring.order[i];
      if (!stays(list.corners[constraint].at)) continue;
      left.coloring.order.push_back(static_cast<int>(left.corners.size()));
      left.corners.push_back(list.corners[constraint]);
      left.rest.push_back(list.rest[constraint]);
    }
    const int so_far = static_cast<int>(left.corners.size());
    if (so_far > left.coloring.first.back()) left.coloring.first.push_back(so_far);
  }
  return left;
}

}  // namespace

std::vector<int> triangles_under(const std::vector<CutStroke>& strokes,
                                 const std::vector<Particle>& particles,
                                 const std::vector<glm::uvec3>& triangles) {
  std::vector<int> under;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto corner_m = [&](int k) { return particles[triangles[i][k % 3]].position_m; };
    const bool is_under = std::ranges::any_of(strokes, [&](const CutStroke& stroke) {
      return stroke.crosses(corner_m(0), corner_m(1)) || stroke.crosses(corner_m(1), corner_m(2)) ||
             stroke.crosses(corner_m(2), corner_m(3));
    });
    if (is_under) under.push_back(static_cast<int>(i));
  }
  return under;
}

PbdModel without_triangles(const PbdModel& cloth, const std::vector<int>& cut) {
  PbdModel left;
  left.particles = cloth.particles;
  std::vector<bool> is_cut(cloth.triangles.size(), false);
  for (const int triangle : cut) is_cut[triangle] = true;
  for (SurfacePart part : cloth.drawn.parts) {
    const int first = part.first_triangle, last = first + part.triangle_count;
    part.first_triangle = static_cast<int>(left.triangles.size());
    for (int i = first; i < last; ++i) {
      if (is_cut[i]) continue;
      left.triangles.push_back(cloth.triangles[i]);
      left.drawn.triangles.push_back(cloth.drawn.triangles[i]);
    }
    part.triangle_count = static_cast<int>(left.triangles.size()) - part.first_triangle;
    left.drawn.parts.push_back(part);
  }
  Pairs sides, wings;
  const SurfaceEdges edges = edges_of(left.triangles);
  for (const glm::ivec2& edge : edges.edges) sides.add(edge.x, edge.y);
  for (const Hinge& hinge : edges.hinges) wings.add(hinge.wing.x, hinge.wing.y);
  sides.sort();
  wings.sort();
  left.stretch = kept(cloth.stretch, [&](const int* at) { return sides.has(at[0], at[1]); });
  left.across = kept(cloth.across, [&](const int* at) { return wings.has(at[0], at[1]); });
  left.dihedral = kept(cloth.dihedral, [&](const int* at) {
    return sides.has(at[0], at[1]) && wings.has(at[2], at[3]);
  });
  return left;
}

}  // namespace limber
