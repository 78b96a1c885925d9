#include "scenes/solid_copies.h"

#include <fmt/format.h>

#include <random>

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

}  // namespace limber
