#include "scenes/solid_copies.h"

#include <fmt/format.h>

#include <random>
#include <utility>
#include <vector>

#include "scenes/crowds.h"
#include "scenes/random_turn.h"

namespace limber {

namespace {

glm::mat3 random_rotation(std::mt19937& random) {
  const glm::vec4 q = random_quaternion(random);
  const float x = q.x, y = q.y, z = q.z, s = q.w;
  return {{1 - 2 * (y * y + z * z), 2 * (x * y + z * s), 2 * (x * z - y * s)},
          {2 * (x * y - z * s), 1 - 2 * (x * x + z * z), 2 * (y * z + x * s)},
          {2 * (x * z + y * s), 2 * (y * z - x * s), 1 - 2 * (x * x + y * y)}};
}

/// The boundary of a solid that is simulated, without its inner nodes.
TriangleMesh boundary_surface(const TetraMesh& mesh) {
  TriangleMesh surface;
  std::vector<int> vertex_of(mesh.positions_m.size(), -1);
  for (glm::uvec3 t : boundary_of(mesh.tetrahedra)) {
    for (int k = 0; k < 3; ++k) {
      int& vertex = vertex_of[t[k]];
      if (vertex < 0) {
        vertex = static_cast<int>(surface.positions_m.size());
        surface.positions_m.push_back(mesh.positions_m[t[k]]);
      }
      t[k] = static_cast<unsigned>(vertex);
    }
    surface.triangles.push_back(t);
  }
  return surface;
}

}  // namespace

void for_each_copy(const SolidTable& table, Solid solid, Progress& progress,
                   const std::function<void(const Solid&, const Placement&)>& visit) {
  std::mt19937 random(static_cast<unsigned>(table.seed));
  const glm::vec3 middle = 0.5f * glm::vec3(table.copies - 1);
  const int copies = table.copies.x * table.copies.y * table.copies.z;
  const std::string what = fmt::format("laying out {} solids", copies);
  int copy = 0;
  for (int layer = 0; layer < table.copies.y; ++layer) {
    for (int row = 0; row < table.copies.z; ++row) {
      for (int column = 0; column < table.copies.x; ++column, ++copy) {
        progress.report(what, static_cast<float>(copy) / static_cast<float>(copies));
        solid.material.front_color = solid.material.back_color =
            table.colors[copy % table.colors.size()];
        // Layers rise from the centre; columns and rows lie around it.
        const glm::vec3 steps = glm::vec3(column, layer, row) - glm::vec3(middle.x, 0.0f, middle.z);
        visit(solid, {table.tumbled ? random_rotation(random) : glm::mat3(1.0f),
                      table.center_m + steps * table.step_m});
      }
    }
  }
}

void check_crowd_of_copies(const SolidTable& table, const Solid& solid, float contact_distance_m,
                           const std::function<std::string(int)>& name, Progress& progress) {
  if (!(contact_distance_m > 0.0f) || table.copies == glm::ivec3(1)) return;
  const TriangleMesh surface = boundary_surface(solid.mesh);
  std::vector<Placement> placements;
  for_each_copy(table, {}, progress,
                [&](const Solid&, const Placement& placement) { placements.push_back(placement); });
  const auto placed = [&](int copy) {
    TriangleMesh mesh = surface;
    for (glm::vec3& x : mesh.positions_m)
      x = (placements[copy].turn * x + placements[copy].at_m) *
          glm::vec3(1.0f, table.flatten, 1.0f);
    return mesh;
  };
  StartingBodies bodies{.boxes = {}, .name = name, .touching = [&](int copy) {
                          return touching_body(placed(copy), contact_distance_m, true);
                        }};
  for (std::size_t i = 0; i < placements.size(); ++i)
    bodies.boxes.push_back(box_of(placed(static_cast<int>(i)).positions_m, contact_distance_m));
  check_crowds(bodies, progress);
}

}  // namespace limber
