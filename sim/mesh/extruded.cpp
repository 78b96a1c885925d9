#include "sim/mesh/extruded.h"

namespace limber {

TriangleMesh extruded(const std::vector<glm::vec2>& outline, float length_m) {
  const auto n = static_cast<unsigned>(outline.size());
  const float half_m = 0.5f * length_m;
  TriangleMesh mesh;
  for (const float y : {-half_m, half_m})
    for (const glm::vec2& x : outline) mesh.positions_m.emplace_back(x.x, y, -x.y);
  mesh.positions_m.emplace_back(0.0f, -half_m, 0.0f);
  mesh.positions_m.emplace_back(0.0f, half_m, 0.0f);
  for (unsigned i = 0; i < n; ++i) {
    const unsigned next = (i + 1) % n;
    mesh.triangles.emplace_back(i, next, n + next);
    mesh.triangles.emplace_back(i, n + next, n + i);
    mesh.triangles.emplace_back(2 * n, next, i);
    mesh.triangles.emplace_back(2 * n + 1, n + i, n + next);
  }
  return mesh;
}

}  // namespace limber
