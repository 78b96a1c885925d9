#pragma once

// The triangles and edges of all surfaces that may touch, in bounding volume hierarchies over the
// regions of their corners [Ericson05, chapter 6].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/view.h"

namespace limber {

/// The box that a point may not leave until the next search for pairs.
struct alignas(16) PointRegion {
  glm::vec3 low_m;
  float unused = 0.0f;
  glm::vec3 high_m;
  float unused_too = 0.0f;
};

/// A node of the trees, which are stored depth first: a left child follows its parent. A leaf holds
/// one thing.
struct alignas(16) RegionNode {
  glm::vec3 low_m{0.0f};
  int after = 0;  ///< the next node if this subtree is skipped
  glm::vec3 high_m{0.0f};
  int end = 0;  ///< one past the last thing below it

  /// self: its index.
  LIMBER_HD int things_below(int self) const { return (after - self + 1) / 2; }
};

/// Things from `first` on, before `last`.
struct ThingRange {
  int first = 0, last = 0;

  LIMBER_HD bool holds(int from, int to) const { return first <= from && to <= last; }
  /// Whether it holds all things below a node. self: its index.
  LIMBER_HD bool holds(const RegionNode& node, int self) const {
    return holds(node.end - node.things_below(self), node.end);
  }
};

/// For each side of a triangle, from corner k to the next: the opposite vertex of the neighbouring
/// triangle, or -1. Each side and corner is owned by one of its triangles: bits 0 to 2 and 3 to 5
/// of `owned`.
struct alignas(16) TriangleSides {
  int opposite[3];
  int owned;
};

/// Contact properties of a surface point.
struct PointTraits {
  float radius_m = 0.0f;  ///< surfaces keep the sum of their radii apart
  /// A pair uses the geometric mean; negative: the value of the other surface.
  float friction = 0.0f;
  float restitution = 0.0f;  ///< likewise
};

/// The roots of the trees, in this order.
struct TreeRoots {
  static constexpr int count = 7;
  int box_triangles = 0, triangles = 0, kinematic_triangles = 0;
  int box_edges = 0, edges = 0, kinematic_edges = 0;
  int boxes = 0;
};

/// The value for a pair of surfaces.
LIMBER_HD inline float mean_of_surfaces(float a, float b) {
  if (a < 0.0f) return b;
  if (b < 0.0f) return a;
  return glm::sqrt(a * b);
}

/// The constant data. A thing is a triangle or, from `triangles` on, an edge, whose last two
/// corners are the same, or, from `first_box` on, a box of a rigid body, whose corners are all its
/// first of eight points. An owner of pairs is a point of a surface, then an edge, then a box.
///
/// Kinematic points, triangles and edges, of colliders, come last. Two of them form no pair; nor do
/// a point or an edge of a box with a triangle or an edge of another: the boxes themselves do.
struct ContactMesh {
  View<const int> points;            ///< those on surfaces, and centres of spheres
  View<const int> body_of_point;     ///< of any particle
  View<const PointTraits> traits;    ///< of any particle
  View<const glm::vec4> at_rest_m;   ///< of any particle
  View<const glm::ivec3> things;     ///< corners
  View<const TriangleSides> sides;   ///< of each triangle
  View<const glm::ivec2> opposites;  ///< of each edge: across its triangles; -1: none
  Incidence neighbors;               ///< of any particle along edges
  View<const int> part_of_point;     ///< of any particle, -1: none; empty: there are no parts
  Incidence excluded;                ///< of each part, those that it does not touch
  /// Of each part that does not touch itself, its triangles, then its edges, which it need not
  /// search. Empty ranges where they do not follow each other in the trees.
  View<const ThingRange> own_things;
  int triangles = 0;
  int free_points = 0;  ///< of `points`
  int free_edges = 0;
  int first_box = 0;              ///< index of a thing
  int first_kinematic_point = 0;  ///< index of a particle
  View<const int> are_of_boxes;   ///< a flag for any particle; empty: there are no boxes
  TreeRoots roots;

  LIMBER_HD bool is_kinematic(int point) const { return point >= first_kinematic_point; }
  LIMBER_HD bool is_sphere(int point) const {
    return neighbors.first[point] == neighbors.first[point + 1];
  }
  LIMBER_HD int owners() const { return first_box_owner() + things.size - first_box; }
  LIMBER_HD int first_box_owner() const { return points.size + free_edges; }
  LIMBER_HD bool is_edge(int owner) const {
    return owner >= points.size && owner < first_box_owner();
  }
  LIMBER_HD bool is_box(int owner) const { return owner >= first_box_owner(); }
  LIMBER_HD bool is_box_thing(int thing) const { return thing >= first_box; }
  LIMBER_HD bool is_of_box(int point) const {
    return !are_of_boxes.empty() && are_of_boxes[point] != 0;
  }
  /// Of an edge or a box.
  LIMBER_HD int own_thing(int owner) const {
    return is_box(owner) ? first_box + owner - first_box_owner() : triangles + owner - points.size;
  }
  LIMBER_HD int first_of_box(int thing) const { return things[thing].x; }
  LIMBER_HD ThingRange own_triangles(int point) const { return own_things_of(point, 0); }
  LIMBER_HD ThingRange own_edges(int point) const { return own_things_of(point, 1); }
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
  /// The corners of a pair: a vertex and a triangle, or two edges; of two boxes, their first
  /// points.
  LIMBER_HD glm::ivec4 corners(int owner, int thing) const {
    const glm::ivec3 other = things[thing];
    if (owner < points.size) return {points[owner], other.x, other.y, other.z};
    const glm::ivec3 own = things[own_thing(owner)];
    return {own.x, own.y, other.x, other.y};
  }

 private:
  LIMBER_HD ThingRange own_things_of(int point, int kind) const {
    if (own_things.empty() || part_of_point[point] < 0) return {};
    return own_things[2 * part_of_point[point] + kind];
  }
};

/// An axis-aligned box.
struct Extent {
  glm::vec3 low_m, high_m;
};

/// The box around the regions of two or three points, or of all eight of a box.
LIMBER_HD inline Extent region_of(View<const PointRegion> regions, const glm::ivec3& corners,
                                  bool is_box) {
  const PointRegion a = regions[corners.x], b = regions[corners.y], c = regions[corners.z];
  Extent around{glm::min(a.low_m, glm::min(b.low_m, c.low_m)),
                glm::max(a.high_m, glm::max(b.high_m, c.high_m))};
  for (int k = 1; is_box && k < 8; ++k) {
    const PointRegion more = regions[corners.x + k];
    around.low_m = glm::min(around.low_m, more.low_m);
    around.high_m = glm::max(around.high_m, more.high_m);
  }
  return around;
}

/// The same around the points themselves.
LIMBER_HD inline Extent box_of(View<const glm::vec4> places_m, const glm::ivec3& corners,
                               bool is_box) {
  const glm::vec3 a(places_m[corners.x]), b(places_m[corners.y]), c(places_m[corners.z]);
  Extent around{glm::min(a, glm::min(b, c)), glm::max(a, glm::max(b, c))};
  for (int k = 1; is_box && k < 8; ++k) {
    const glm::vec3 more(places_m[corners.x + k]);
    around.low_m = glm::min(around.low_m, more);
    around.high_m = glm::max(around.high_m, more);
  }
  return around;
}

/// Boxes of the trees extend beyond the regions of their things by this many radii, so that a large
/// radius does not widen all searches.
inline constexpr float box_radii = 1.1f;

/// Refits the boxes of leaves. One thread per thing.
struct RefitLeaves {
  View<const int> leaves;  ///< the node of each thing
  View<const glm::ivec3> things;
  int first_box;
  View<const PointTraits> traits;
  View<const PointRegion> regions;
  View<RegionNode> nodes;
  View<RegionNode> in_order;  ///< leaves by thing

  LIMBER_HD void operator()(int thing) const {
    const Extent box = region_of(regions, things[thing], thing >= first_box);
    const float beyond_m = box_radii * traits[things[thing].z].radius_m;
    RegionNode node = nodes[leaves[thing]];
    node.low_m = box.low_m - beyond_m;
    node.high_m = box.high_m + beyond_m;
    nodes[leaves[thing]] = node;
    in_order[thing] = node;
  }
};

/// Refits the boxes of some inner nodes, children before parents. One thread per small part of a
/// tree.
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

/// Calls visit(thing, leaf), in ascending order, for things from min_thing on, without `skipped`,
/// in nodes [first, last) whose boxes are within margin_m of `box` along each axis. Stops after
/// max_nodes nodes; returns the one where it did, or `last`.
template <class Visit>
LIMBER_HD int for_things_near(View<const RegionNode> nodes, int first, int last, const Extent& box,
                              float margin_m, int min_thing, const ThingRange& skipped,
                              const Visit& visit, int max_nodes = 1 << 30) {
  const glm::vec3 low = box.low_m - margin_m, high = box.high_m + margin_m;
  for (int i = first, seen = 0; i < last; ++seen) {
    if (seen == max_nodes) return i;
    const RegionNode node = nodes[i];
    if (node.end <= min_thing || skipped.holds(node, i) || !overlap(node, low, high)) {
      i = node.after;
      continue;
    }
    ++i;
    if (node.after == i) visit(node.end - 1, node);
  }
  return last;
}

}  // namespace limber
