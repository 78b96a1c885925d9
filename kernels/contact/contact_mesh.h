#pragma once

// The triangles and edges of all surfaces that may touch, in trees of boxes around where their
// corners may go [Ericson05, chapter 6].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/view.h"

namespace limber {

/// Where a point may go until pairs are looked for again: it is held in there.
struct alignas(16) PointRegion {
  glm::vec3 low_m;
  float unused = 0.0f;
  glm::vec3 high_m;
  float unused_too = 0.0f;
};

/// Nodes lie in the order in which a walk meets them: a left child comes right after its parent. A
/// leaf holds one thing.
struct alignas(16) RegionNode {
  glm::vec3 low_m{0.0f};
  int after = 0;  ///< the node that follows when this one's children are left out
  glm::vec3 high_m{0.0f};
  int end = 0;  ///< one more than the last thing below it
};

/// The vertex of the neighbouring triangle across each side of a triangle, from corner k to the
/// next; -1 where there is none. A side or corner of several triangles is owned by one of them:
/// bits 0 to 2 and 3 to 5 of `owned`.
struct alignas(16) TriangleSides {
  int opposite[3];
  int owned;
};

/// How a point of a surface touches.
struct PointTraits {
  float radius_m = 0.0f;  ///< surfaces keep the sum of theirs
  /// Of two surfaces the geometric mean counts; negative: that of the other one.
  float friction = 0.0f;
  float restitution = 0.0f;  ///< likewise
};

/// What counts of two surfaces.
LIMBER_HD inline float mean_of_surfaces(float a, float b) {
  if (a < 0.0f) return b;
  if (b < 0.0f) return a;
  return glm::sqrt(a * b);
}

/// What does not change. A thing is a triangle or, from `triangles` on, an edge, whose last two
/// corners are the same. An owner of pairs is a point of a surface or, from points.size on, an
/// edge.
///
/// Last of all points, triangles and edges come the kinematic ones, of colliders. There are no
/// pairs of two of them.
struct ContactMesh {
  View<const int> points;           ///< those on surfaces, and centres of spheres
  View<const int> body_of_point;    ///< of any particle
  View<const PointTraits> traits;   ///< of any particle
  View<const glm::vec4> at_rest_m;  ///< of any particle
  View<const glm::ivec3> things;    ///< corners
  View<const TriangleSides> sides;  ///< of each triangle
  Incidence neighbors;              ///< of any particle along edges
  View<const int> part_of_point;    ///< of any particle, -1: none; empty: there are no parts
  Incidence excluded;               ///< of each part, those that it does not touch
  int triangles = 0;
  int free_points = 0;  ///< of `points`
  int free_edges = 0;
  int first_kinematic_point = 0;  ///< a number of a particle
  // The first nodes of the trees: of the free triangles, which is 0, of the others, of the free
  // edges, of the others.
  int kinematic_root = 0;
  int edge_root = 0;

  LIMBER_HD bool is_kinematic(int point) const { return point >= first_kinematic_point; }
  LIMBER_HD int owners() const { return points.size + free_edges; }
  LIMBER_HD bool is_edge(int owner) const { return owner >= points.size; }
  /// Whether the parts of two points may touch.
  LIMBER_HD bool may_touch(int a, int b) const {
    if (part_of_point.empty() || part_of_point[a] < 0) return true;
    const int part = part_of_point[a], other = part_of_point[b];
    int low = excluded.first[part], high = excluded.first[part + 1];
    const int last = high;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (excluded.items[middle] < other)
        low = middle + 1;
      else
        high = middle;
    }
    return low == last || excluded.items[low] != other;
  }
  /// The corners of a pair: a vertex and a triangle, or two edges.
  LIMBER_HD glm::ivec4 corners(int owner, int thing) const {
    const glm::ivec3 other = things[thing];
    if (!is_edge(owner)) return {points[owner], other.x, other.y, other.z};
    const glm::ivec3 own = things[triangles + owner - points.size];
    return {own.x, own.y, other.x, other.y};
  }
};

/// The box around where two or three points may go.
LIMBER_HD inline RegionNode region_of(View<const PointRegion> regions, const glm::ivec3& corners) {
  const PointRegion a = regions[corners.x], b = regions[corners.y], c = regions[corners.z];
  RegionNode box;
  box.low_m = glm::min(a.low_m, glm::min(b.low_m, c.low_m));
  box.high_m = glm::max(a.high_m, glm::max(b.high_m, c.high_m));
  return box;
}

/// The box around two or three points.
LIMBER_HD inline RegionNode box_of(View<const glm::vec4> places_m, const glm::ivec3& corners) {
  const glm::vec3 a(places_m[corners.x]), b(places_m[corners.y]), c(places_m[corners.z]);
  RegionNode box;
  box.low_m = glm::min(a, glm::min(b, c));
  box.high_m = glm::max(a, glm::max(b, c));
  return box;
}

/// Boxes of the trees reach beyond the regions of their things by so many times their radius, so
/// that what has a large one is far from few others.
inline constexpr float box_radii = 1.1f;

/// Makes the boxes of leaves anew. One thread per thing.
struct RefitLeaves {
  View<const int> leaves;  ///< the node of each thing
  View<const glm::ivec3> things;
  View<const PointTraits> traits;
  View<const PointRegion> regions;
  View<RegionNode> nodes;
  View<RegionNode> in_order;  ///< the same, by things

  LIMBER_HD void operator()(int thing) const {
    const RegionNode box = region_of(regions, things[thing]);
    const float beyond_m = box_radii * traits[things[thing].z].radius_m;
    RegionNode node = nodes[leaves[thing]];
    node.low_m = box.low_m - beyond_m;
    node.high_m = box.high_m + beyond_m;
    nodes[leaves[thing]] = node;
    in_order[thing] = node;
  }
};

/// Makes the boxes of some other nodes anew, children before parents. One thread per small part of
/// a tree.
struct RefitNodes {
  static constexpr int grain = 16;
  View<const int> first;  ///< of each part, in `order`
  View<const int> order;  ///< nodes
  View<RegionNode> nodes;
  int first_part = 0;

  LIMBER_HD void operator()(int part) const {
    for (int k = first[first_part + part]; k < first[first_part + part + 1]; ++k) {
      const int i = order[k];
      RegionNode node = nodes[i];
      const RegionNode left = nodes[i + 1], right = nodes[left.after];
      node.low_m = glm::min(left.low_m, right.low_m);
      node.high_m = glm::max(left.high_m, right.high_m);
      nodes[i] = node;
    }
  }
};

LIMBER_HD inline bool overlap(const RegionNode& node, const glm::vec3& low_m,
                              const glm::vec3& high_m) {
  return node.low_m.x <= high_m.x && node.low_m.y <= high_m.y && node.low_m.z <= high_m.z &&
         low_m.x <= node.high_m.x && low_m.y <= node.high_m.y && low_m.z <= node.high_m.z;
}

/// Calls visit(thing, its leaf) for the things in nodes[first] to before nodes[last] whose boxes
/// are nearer to `box` than margin_m along each axis, from thing min_thing on, in rising order.
template <class Visit>
LIMBER_HD void for_things_near(View<const RegionNode> nodes, int first, int last,
                               const RegionNode& box, float margin_m, int min_thing,
                               const Visit& visit) {
  const glm::vec3 low = box.low_m - margin_m, high = box.high_m + margin_m;
  for (int i = first; i < last;) {
    const RegionNode node = nodes[i];
    if (node.end <= min_thing || !overlap(node, low, high)) {
      i = node.after;
      continue;
    }
    ++i;
    if (node.after == i) visit(node.end - 1, node);
  }
}

}  // namespace limber
