#include "particle_block.h"

#include <random>

namespace limber {

void ParticleBlocks::fill(glm::vec3 low_m, glm::vec3 high_m, DrawnFluid fluid, float jitter) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> off_m(-jitter * fluid.radius_m, jitter * fluid.radius_m);
  fluid.first_vertex = static_cast<int>(vertices.size());
  const glm::ivec3 count(glm::round((high_m - low_m) / (2.0f * fluid.radius_m)));
  for (int z = 0; z < count.z; ++z)
    for (int y = 0; y < count.y; ++y)
      for (int x = 0; x < count.x; ++x) {
        const glm::vec3 off(off_m(random), off_m(random), off_m(random));
        const glm::vec3 at = low_m + fluid.radius_m * (2.0f * glm::vec3(x, y, z) + 1.0f) + off;
        vertices.push_back({at, 0.0f, glm::vec3(0.0f), 1.0f});
      }
  list.vertex_count = static_cast<int>(vertices.size());
  fluid.count = list.vertex_count - fluid.first_vertex;
  list.fluids.push_back(fluid);
}

StaticMesh make_wall(float z_m, float half_m, glm::vec3 color) {
  StaticMesh wall;
  for (const float y : {-half_m, half_m})
    for (const float x : {-half_m, half_m}) wall.positions_m.emplace_back(x, y, z_m);
  wall.normals.assign(4, {0, 0, 1});
  wall.triangles = {{0, 1, 3}, {0, 3, 2}};
  wall.material = {color, color, 1.0f};
  return wall;
}

}  // namespace limber
