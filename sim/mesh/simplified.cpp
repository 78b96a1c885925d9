#include "sim/mesh/simplified.h"

#include <meshoptimizer.h>

#include "sim/mesh/closed_surface.h"
#include "sim/mesh/welding.h"

// meshoptimizer collapses edges by their quadric error: [Garland97].

namespace limber {

TriangleMesh simplified(const TriangleMesh& mesh, int triangles) {
  constexpr float any_error = 1.0f;  // relative to the extent: only the number of triangles matters
  if (triangles < 0 || mesh.triangles.size() <= static_cast<std::size_t>(triangles)) return mesh;
  TriangleMesh result{mesh.positions_m, mesh.triangles};
  const std::size_t corners =
      meshopt_simplify(&result.triangles[0].x, &mesh.triangles[0].x, 3 * mesh.triangles.size(),
                       &mesh.positions_m[0].x, mesh.positions_m.size(), sizeof(glm::vec3),
                       3 * static_cast<std::size_t>(triangles), any_error, 0, nullptr);
  result.triangles.resize(corners / 3);
  drop_unused(result);
  return result;
}

std::vector<glm::uvec3> with_fewer_triangles(const TriangleMesh& mesh, std::size_t min_triangles,
                                             float fine_m) {
  std::vector<glm::uvec3> fewer = mesh.triangles;
  if (fewer.size() <= min_triangles) return fewer;
  const float scale_m =
      meshopt_simplifyScale(&mesh.positions_m[0].x, mesh.positions_m.size(), sizeof(glm::vec3));
  const std::size_t corners = meshopt_simplify(
      &fewer[0].x, &mesh.triangles[0].x, 3 * mesh.triangles.size(), &mesh.positions_m[0].x,
      mesh.positions_m.size(), sizeof(glm::vec3), 3 * min_triangles, fine_m / scale_m, 0, nullptr);
  fewer.resize(corners / 3);
  return fewer;
}

}  // namespace limber
