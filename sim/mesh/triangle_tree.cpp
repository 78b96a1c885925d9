#include "sim/mesh/triangle_tree.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/nearest_on_triangle.h"
#include "sim/mesh/crossings.h"
#include "sim/mesh/welding.h"

namespace limber {

namespace {

TriangleMesh welded_mesh(TriangleMesh mesh) {
  const std::vector<unsigned> first = first_at_same_place(mesh.positions_m);
  for (glm::uvec3& t : mesh.triangles) t = {first[t.x], first[t.y], first[t.z]};
  return mesh;
}

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh)
    : mesh_(welded_mesh(mesh)), tree_(boxes_of(mesh_)), outward_(pseudonormals(mesh_)) {}

float TriangleTree::signed_distance_m(const glm::vec3& x) const {
  const glm::dvec3 at(x);
  double bound2_m2 = std::numeric_limits<double>::infinity();
  glm::dvec3 from(0.0);
  glm::vec3 outward(0.0f);
  tree_.each_nearer(at, bound2_m2, [&](int i) {
    if (outward_.face[i] == glm::vec3(0.0f)) return;
    const glm::uvec3& t = mesh_.triangles[i];
    const NearestPoint found = nearest_on_triangle(mesh_.positions_m[t.x], mesh_.positions_m[t.y],
                                                   mesh_.positions_m[t.z], at);
    const double distance2 = glm::dot(at - found.point, at - found.point);
    if (distance2 >= bound2_m2) return;
    bound2_m2 = distance2;
    from = found.point;
    outward = outward_.at(mesh_, i, found.part);
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
