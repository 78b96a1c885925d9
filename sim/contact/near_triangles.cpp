#include "sim/contact/near_triangles.h"

#include "kernels/contact/near_features.h"
#include "sim/mesh/crossings.h"

namespace limber {

bool triangles_are_near(const std::vector<glm::vec3>& places_m, const glm::uvec3& a,
                        const glm::uvec3& b, float distance_m) {
  const auto at = [&](unsigned point) { return places_m[point]; };
  const auto near = [&](const NearPoints& points, const glm::vec3(&x)[4]) {
    const glm::vec3 apart = (x[1] - x[0]) * points.weights.y + (x[2] - x[0]) * points.weights.z +
                            (x[3] - x[0]) * points.weights.w;
    return glm::length(apart) < distance_m;
  };
  for (int i = 0; i < 3; ++i) {
    const glm::vec3 of_a[4] = {at(a[i]), at(b.x), at(b.y), at(b.z)};
    const glm::vec3 of_b[4] = {at(b[i]), at(a.x), at(a.y), at(a.z)};
    if (near(nearest_of_vertex_and_triangle(of_a), of_a) ||
        near(nearest_of_vertex_and_triangle(of_b), of_b))
      return true;
    for (int j = 0; j < 3; ++j) {
      const glm::vec3 edges[4] = {at(a[i]), at(a[(i + 1) % 3]), at(b[j]), at(b[(j + 1) % 3])};
      if (near(nearest_of_edges(edges), edges)) return true;
    }
  }
  return triangles_cross({at(a.x), at(a.y), at(a.z)}, {at(b.x), at(b.y), at(b.z)});
}

}  // namespace limber
