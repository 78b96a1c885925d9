#include "sim/mesh/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sim/mesh/crossings.h"
#include "sim/mesh/topology.h"
#include "sim/mesh/welding.h"

// Which side of a surface a point is on: Baerentzen, Aanaes, "Signed Distance Computation Using the
// Angle Weighted Pseudonormal" (2005). The nearest point of a triangle: Ericson, "Real-Time
// Collision Detection" (2005), section 5.1.5.

namespace limber {

namespace {

TriangleMesh welded(TriangleMesh mesh) {
  const std::vector<unsigned> first = first_at_same_place(mesh.positions_m);
  for (glm::uvec3& t : mesh.triangles) t = {first[t.x], first[t.y], first[t.z]};
  return mesh;
}

glm::dvec3 unit_or_zero(const glm::dvec3& x) {
  const double length = glm::length(x);
  return length > 0.0 ? x / length : glm::dvec3(0.0);
}

struct Nearest {
  glm::dvec3 point;
  int part;  ///< 0: within the triangle; 1, 2, 3: at a corner; 4, 5, 6: on the edge from a corner
};

Nearest nearest(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                const glm::dvec3& x) {
  const glm::dvec3 ab = b - a, ac = c - a;
  const double ab_a = glm::dot(ab, x - a), ac_a = glm::dot(ac, x - a);
  if (ab_a <= 0.0 && ac_a <= 0.0) return {a, 1};
  const double ab_b = glm::dot(ab, x - b), ac_b = glm::dot(ac, x - b);
  if (ab_b >= 0.0 && ac_b <= ab_b) return {b, 2};
  const double ab_c = glm::dot(ab, x - c), ac_c = glm::dot(ac, x - c);
  if (ac_c >= 0.0 && ab_c <= ac_c) return {c, 3};
  const double at_c = ab_a * ac_b - ab_b * ac_a;  // barycentric, times twice the area squared
  if (at_c <= 0.0 && ab_a >= 0.0 && ab_b <= 0.0) return {a + ab * (ab_a / (ab_a - ab_b)), 4};
  const double at_b = ab_c * ac_a - ab_a * ac_c;
  if (at_b <= 0.0 && ac_a >= 0.0 && ac_c <= 0.0) return {a + ac * (ac_a / (ac_a - ac_c)), 6};
  const double at_a = ab_b * ac_c - ab_c * ac_b;
  const double from_b = ac_b - ab_b, from_c = ab_c - ac_c;
  if (at_a <= 0.0 && from_b >= 0.0 && from_c >= 0.0)
    return {b + (c - b) * (from_b / (from_b + from_c)), 5};
  return {a + (ab * at_b + ac * at_c) / (at_a + at_b + at_c), 0};
}

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh)
    : mesh_(welded(mesh)),
      tree_(boxes_of(mesh_)),
      face_(mesh_.triangles.size()),
      edge_(3 * mesh_.triangles.size()),
      vertex_(mesh_.positions_m.size()) {
  std::vector<glm::dvec3> at_vertex(vertex_.size(), glm::dvec3(0.0));
  for (std::size_t i = 0; i < face_.size(); ++i) {
    const glm::uvec3& t = mesh_.triangles[i];
    const glm::dvec3 corners[3] = {mesh_.positions_m[t.x], mesh_.positions_m[t.y],
                                   mesh_.positions_m[t.z]};
    const glm::dvec3 normal =
        unit_or_zero(glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
    face_[i] = normal;
    for (int k = 0; k < 3; ++k) {
      const glm::dvec3 to_next = corners[(k + 1) % 3] - corners[k],
                       to_last = corners[(k + 2) % 3] - corners[k];
      const double angle_rad =
          std::atan2(glm::length(glm::cross(to_next, to_last)), glm::dot(to_next, to_last));
      at_vertex[t[k]] += angle_rad * normal;
    }
  }
  // A sharp tip's directions nearly cancel out, so they are made unit vectors while still double.
  std::transform(at_vertex.begin(), at_vertex.end(), vertex_.begin(), unit_or_zero);
  each_edge(edge_uses(mesh_.triangles), [&](std::span<const EdgeUse> uses) {
    glm::dvec3 sum(0.0);
    for (const EdgeUse& use : uses) sum += glm::dvec3(face_[use.side / 3]);
    for (const EdgeUse& use : uses) edge_[use.side] = unit_or_zero(sum);
  });
}

float TriangleTree::signed_distance_m(const glm::vec3& x) const {
  const glm::dvec3 at(x);
  double bound2_m2 = std::numeric_limits<double>::infinity();
  glm::dvec3 from(0.0);
  glm::vec3 outward(0.0f);
  tree_.each_nearer(at, bound2_m2, [&](int i) {
    if (face_[i] == glm::vec3(0.0f)) return;
    const glm::uvec3& t = mesh_.triangles[i];
    const Nearest found =
        nearest(mesh_.positions_m[t.x], mesh_.positions_m[t.y], mesh_.positions_m[t.z], at);
    const double distance2 = glm::dot(at - found.point, at - found.point);
    if (distance2 >= bound2_m2) return;
    bound2_m2 = distance2;
    from = found.point;
    outward = found.part == 0   ? face_[i]
              : found.part <= 3 ? vertex_[t[found.part - 1]]
                                : edge_[3 * i + found.part - 4];
  });
  const double distance = std::sqrt(bound2_m2);
  return static_cast<float>(glm::dot(at - from, glm::dvec3(outward)) < 0.0 ? -distance : distance);
}

std::vector<std::pair<int, int>> TriangleTree::crossings(Progress& progress) const {
  std::vector<int> all(mesh_.triangles.size());
  std::iota(all.begin(), all.end(), 0);
  return limber::crossings(mesh_, tree_, all, progress);
}

std::vector<std::pair<int, int>> TriangleTree::crossings() const {
  Progress nobody;
  return crossings(nobody);
}

}  // namespace limber
