#pragma once

// Rays along z through the voxel centres of a block, and their crossings with triangles [Harada07,
// section 29.1.3], with the same bits on every backend.
//
// A ray through an edge or a vertex must cross exactly one of the triangles around it. So all rays
// are shifted by an infinitesimal step, much further along x than along y [Edelsbrunner90]. Since
// the edge tests are exact, a ray always crosses a closed surface an even number of times.

#include <cmath>
#include <glm/glm.hpp>

#include "kernels/exact_side.h"
#include "kernels/hd.h"

namespace limber {

/// A block of cubes.
struct VoxelBlock {
  glm::vec3 low_m{0.0f};  ///< the corner with the smallest coordinates
  float edge_m = 0.0f;    ///< of a voxel
  glm::ivec3 count{0};    ///< of voxels along each axis

  LIMBER_HD glm::vec3 center_m(const glm::ivec3& voxel) const {
    return {center_m(low_m.x, voxel.x), center_m(low_m.y, voxel.y), center_m(low_m.z, voxel.z)};
  }
  /// The product is rounded separately, or a compiler might fuse it with the sum.
  LIMBER_HD float center_m(float low, int index) const {
    return low + static_cast<float>(static_cast<double>(edge_m) * (index + 0.5));
  }
  LIMBER_HD int columns() const { return count.x * count.y; }
};

struct Triangle {
  glm::vec3 a, b, c;
};

namespace voxel_detail {

/// The side of the line from a to b on which the shifted ray lies: 1 left, -1 right, 0 if a = b.
LIMBER_HD inline int side_of_moved(const glm::vec2& a, const glm::vec2& b, const glm::vec2& ray) {
  const int side = side_of_line(a, b, ray);
  if (side != 0) return side;
  if (a.y != b.y) return a.y > b.y ? 1 : -1;
  return b.x > a.x ? 1 : b.x < a.x ? -1 : 0;
}

LIMBER_HD inline bool crosses(const Triangle& t, const glm::vec2& ray) {
  const glm::vec2 a(t.a), b(t.b), c(t.c);
  const int side = side_of_moved(a, b, ray);
  return side != 0 && side == side_of_moved(b, c, ray) && side == side_of_moved(c, a, ray);
}

/// The fused multiply-add is explicit: a compiler may fuse either product of such a difference.
LIMBER_HD inline double determinant(const glm::dvec3& u, const glm::dvec3& v) {
  return std::fma(u.x, v.y, -(u.y * v.x));
}

/// Depth of the triangle's plane, clamped to the triangle's range in case it is steep.
LIMBER_HD inline double depth_m(const Triangle& t, const glm::vec2& ray) {
  const glm::dvec3 a(t.a), u = glm::dvec3(t.b) - a, v = glm::dvec3(t.c) - a;
  const glm::dvec3 p = glm::dvec3(ray.x, ray.y, 0.0) - a;
  const double area = determinant(u, v);
  const double depth =
      std::fma(determinant(p, v) / area, u.z, std::fma(determinant(u, p) / area, v.z, a.z));
  const double lowest = glm::min(t.a.z, glm::min(t.b.z, t.c.z));
  const double highest = glm::max(t.a.z, glm::max(t.b.z, t.c.z));
  return depth < highest ? (depth > lowest ? depth : lowest) : depth >= highest ? highest : lowest;
}

/// The first of `count` voxels whose centre does not lie before `depth`, or `count`.
LIMBER_HD inline int first_behind(const VoxelBlock& block, double depth) {
  const double guess = (depth - block.low_m.z) / block.edge_m - 0.5;
  int z = static_cast<int>(glm::clamp(guess, 0.0, static_cast<double>(block.count.z)));
  while (z > 0 && block.center_m(block.low_m.z, z - 1) >= depth) --z;
  while (z < block.count.z && block.center_m(block.low_m.z, z) < depth) ++z;
  return z;
}

}  // namespace voxel_detail

/// Calls visit(column, z) for each ray that crosses the triangle: columns are numbered x + count.x
/// * y, and z is the first voxel whose centre lies at the crossing or behind it; count.z: none.
/// largest_m: upper bound of the mesh's coordinates.
template <class Visit>
LIMBER_HD void for_crossings(const VoxelBlock& block, const Triangle& t, float largest_m,
                             const Visit& visit) {
  // Columns whose centres the triangle may cover, with a margin for rounding.
  constexpr double unit = 0x1p-23;  // of a float's last digit
  const double slack = 1e-3 + 4.0 * unit * static_cast<double>(largest_m) / block.edge_m;
  const glm::dvec2 origin(block.low_m);
  const glm::dvec2 low = glm::dvec2(glm::min(glm::min(t.a, t.b), t.c)) - origin;
  const glm::dvec2 high = glm::dvec2(glm::max(glm::max(t.a, t.b), t.c)) - origin;
  const double per_m = 1.0 / block.edge_m;
  const glm::ivec2 first = glm::max(glm::ivec2(low * per_m - 0.5 - slack) + 1, 0);
  const glm::ivec2 last =
      glm::min(glm::ivec2(high * per_m - 0.5 + slack), glm::ivec2(block.count) - 1);
  for (int y = first.y; y <= last.y; ++y)
    for (int x = first.x; x <= last.x; ++x) {
      const glm::vec2 ray(block.center_m({x, y, 0}));
      if (voxel_detail::crosses(t, ray))
        visit(x + block.count.x * y,
              voxel_detail::first_behind(block, voxel_detail::depth_m(t, ray)));
    }
}

}  // namespace limber
