#pragma once

// Fills the samples of a distance field: with the exact distance to the nearest triangle, and the
// sign of the pseudonormal there [Baerentzen05]. The nearest triangle is searched in a tree of
// boxes, nearer boxes first. The search starts from the triangle nearest to the previous sample,
// which is hardly ever far away.

#include <glm/glm.hpp>
#include <limits>

#include "kernels/distance_field.h"
#include "kernels/hd.h"
#include "kernels/nearest_on_triangle.h"
#include "kernels/view.h"

namespace limber {

/// A node of a tree of boxes. Its left child follows it.
struct TriangleBox {
  glm::vec3 low_m;
  int first;  ///< a leaf: its first triangle; else the right child
  glm::vec3 high_m;
  int triangles;  ///< 0: not a leaf
};

/// A triangle in the order of the tree, and the outward directions at its corners and edges.
struct SignedTriangle {
  glm::vec3 corners_m[3];
  glm::vec3 outward[6];  ///< corners 0, 1, 2 and the edges that begin there
};

/// A closed surface that bounds the solid.
struct SolidPart {
  int root;   ///< of its tree
  bool hole;  ///< its interior is subtracted; it faces into the hole
};

namespace distance_field_detail {

LIMBER_HD inline float box_distance2_m2(const glm::vec3& low_m, const glm::vec3& high_m,
                                        const glm::vec3& x) {
  const glm::vec3 out = glm::max(glm::max(low_m - x, x - high_m), glm::vec3(0.0f));
  return glm::dot(out, out);
}

LIMBER_HD inline float box_distance2_m2(const TriangleBox& box, const glm::vec3& x) {
  return box_distance2_m2(box.low_m, box.high_m, x);
}

LIMBER_HD inline float box_distance2_m2(const SignedTriangle& t, const glm::vec3& x) {
  return box_distance2_m2(glm::min(glm::min(t.corners_m[0], t.corners_m[1]), t.corners_m[2]),
                          glm::max(glm::max(t.corners_m[0], t.corners_m[1]), t.corners_m[2]), x);
}

/// The nearest triangle so far.
struct NearestTriangle {
  double distance2_m2;
  glm::dvec3 point_m;
  int triangle;
  int part;         ///< of the triangle, as in NearestPoint
  float bound2_m2;  ///< at least distance2_m2: boxes beyond it hold nothing nearer

  LIMBER_HD void try_triangle(const SignedTriangle& t, int index, const glm::dvec3& x) {
    const NearestPoint found = nearest_on_triangle(
        glm::dvec3(t.corners_m[0]), glm::dvec3(t.corners_m[1]), glm::dvec3(t.corners_m[2]), x);
    const glm::dvec3 off = x - found.point;
    const double found2_m2 = glm::dot(off, off);
    if (found2_m2 >= distance2_m2) return;
    distance2_m2 = found2_m2;
    point_m = found.point;
    triangle = index;
    part = found.part;
    // Distances of boxes are rounded a few times, by 6e-8 each.
    bound2_m2 = static_cast<float>(found2_m2) * 1.000001f;
  }
};

}  // namespace distance_field_detail

/// One thread per run of samples along x.
struct FillDistanceField {
  /// Long enough that the search without a first guess, for the first sample, hardly counts.
  static constexpr int run = 16;
  static constexpr int grain = 16;
  /// Trees are split at the median, so a deeper one would have more triangles than an int can
  /// count.
  static constexpr int max_depth = 32;

  View<const SolidPart> parts;  ///< smaller ones later; the first is no hole
  View<const TriangleBox> boxes;
  View<const SignedTriangle> triangles;
  DistanceField field;
  View<float> samples;
  int first_run;  ///< run of thread 0

  LIMBER_HD static int runs(const DistanceField& field) {
    return (field.samples.x + run - 1) / run * field.samples.y * field.samples.z;
  }

  LIMBER_HD void operator()(int i) const {
    const int in_row = (field.samples.x + run - 1) / run;
    const int row = (first_run + i) / in_row;
    const int y = row % field.samples.y, z = row / field.samples.y;
    const int first = (first_run + i) % in_row * run;
    const int last = first + run < field.samples.x ? first + run : field.samples.x;
    for (int p = 0; p < parts.size; ++p) {
      int guess = none;
      for (int x = first; x < last; ++x) {
        float& sample = samples[field.index(x, y, z)];
        const glm::vec3 place_m = field.place_m(x, y, z);
        if (p == 0) {
          sample = signed_distance_m(parts[p], place_m, guess);
        } else if (may_change(parts[p], place_m, sample)) {
          // The union of solids, without the holes.
          const float distance_m = signed_distance_m(parts[p], place_m, guess);
          if ((distance_m < sample) != parts[p].hole) sample = distance_m;
        }
      }
    }
  }

 private:
  static constexpr int none = -1;

  /// Outside its box, a part is at least as far away as the box.
  LIMBER_HD bool may_change(const SolidPart& part, const glm::vec3& x, float sample_m) const {
    const float box2_m2 = distance_field_detail::box_distance2_m2(boxes[part.root], x);
    const float min_m = part.hole ? -sample_m : sample_m;
    return box2_m2 == 0.0f || (min_m > 0.0f && box2_m2 < min_m * min_m);
  }

  /// guess: a triangle of the part, or none; becomes the nearest one.
  LIMBER_HD float signed_distance_m(const SolidPart& part, const glm::vec3& x, int& guess) const {
    distance_field_detail::NearestTriangle nearest{1e300, glm::dvec3(0.0), none, 0,
                                                   std::numeric_limits<float>::max()};
    const glm::dvec3 at(x);
    if (guess != none) nearest.try_triangle(triangles[guess], guess, at);
    search(part.root, x, nearest);
    guess = nearest.triangle;
    const SignedTriangle& t = triangles[nearest.triangle];
    const glm::dvec3 outward =
        nearest.part > 0 ? glm::dvec3(t.outward[nearest.part - 1])
                         : glm::cross(glm::dvec3(t.corners_m[1]) - glm::dvec3(t.corners_m[0]),
                                      glm::dvec3(t.corners_m[2]) - glm::dvec3(t.corners_m[0]));
    const double distance_m = glm::sqrt(nearest.distance2_m2);
    return static_cast<float>(glm::dot(at - nearest.point_m, outward) < 0.0 ? -distance_m
                                                                            : distance_m);
  }

  LIMBER_HD void search(int root, const glm::vec3& x,
                        distance_field_detail::NearestTriangle& nearest) const {
    int waiting[max_depth];
    float waiting2_m2[max_depth];
    int count = 0, at = root;
    const glm::dvec3 exact(x);
    for (;;) {
      const TriangleBox& box = boxes[at];
      if (box.triangles > 0) {
        for (int k = box.first; k < box.first + box.triangles; ++k)
          if (distance_field_detail::box_distance2_m2(triangles[k], x) < nearest.bound2_m2)
            nearest.try_triangle(triangles[k], k, exact);
      } else {
        int near = at + 1, far = box.first;
        float near2_m2 = distance_field_detail::box_distance2_m2(boxes[near], x);
        float far2_m2 = distance_field_detail::box_distance2_m2(boxes[far], x);
        if (far2_m2 < near2_m2) {
          const int other = near;
          near = far;
          far = other;
          const float other2_m2 = near2_m2;
          near2_m2 = far2_m2;
          far2_m2 = other2_m2;
        }
        if (far2_m2 < nearest.bound2_m2) {
          waiting[count] = far;
          waiting2_m2[count++] = far2_m2;
        }
        if (near2_m2 < nearest.bound2_m2) {
          at = near;
          continue;
        }
      }
      do {
        if (count == 0) return;
        --count;
      } while (waiting2_m2[count] >= nearest.bound2_m2);
      at = waiting[count];
    }
  }
};

}  // namespace limber
