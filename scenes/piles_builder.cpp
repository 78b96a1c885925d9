// Scene files of rigid piles: [settings], [[pile]], [container], [[collider]].

#include <memory>

#include "scenes/builders.h"
#include "scenes/colliders.h"
#include "scenes/pile_table.h"
#include "sim/mesh/shape_mesh.h"
#include "sim/piles/piles_system.h"

namespace limber {

namespace {

constexpr double farthest_m = 1e4;

/// Four walls around a floor, thick enough that nothing falls through. The front one, towards +z,
/// is there and may be left out of the picture.
void read_container(TableReader table, Surroundings& around) {
  if (!table.has("size_m")) return;
  const glm::vec3 size = table.vec3("size_m", glm::vec3(1.0f), 1e-3, farthest_m);
  const glm::vec3 floor = table.vec3("center_m", glm::vec3(0.0f), -farthest_m, farthest_m);
  const auto wall_m = static_cast<float>(table.number("wall_m", 0.1, 1e-3, farthest_m));
  const bool open_front = table.boolean("open_front", true);
  const glm::vec3 color = table.vec3("color", {0.30f, 0.31f, 0.33f}, 0.0, 1.0);
  table.finish();
  for (int side = 0; side < 4; ++side) {
    const int across = side < 2 ? 0 : 2;  // the axis along which the wall is thin
    const float sign = side % 2 == 0 ? -1.0f : 1.0f;
    Collider wall{.shape = ColliderShape::box};
    wall.half_size_m = 0.5f * size;
    wall.half_size_m[2 - across] += across == 0 ? wall_m : 0.0f;  // two of them close the corners
    wall.half_size_m[across] = 0.5f * wall_m;
    wall.center_m = floor + glm::vec3(0.0f, 0.5f * size.y, 0.0f);
    wall.center_m[across] += sign * 0.5f * (size[across] + wall_m);
    around.colliders.push_back(wall);
    if (side == 3 && open_front) continue;
    around.scenery.push_back(
        box_mesh(wall.center_m, wall.half_size_m, glm::mat3(1.0f), 0.1f * wall_m));
    around.scenery.back().material = {color, color, 0.6f};
  }
}

}  // namespace

Build read_piles(TableReader& file, const Opening& opening) {
  const auto settings = read_settings<PilesSettings>(file, opening);
  auto model = std::make_shared<PilesModel>();
  std::vector<TableReader> piles = file.needed_tables("pile");
  for (TableReader& table : piles) read_pile(table, opening, *model);
  sort_by_kind(*model);
  Surroundings around;
  read_container(file.table("container"), around);
  read_colliders(file, around);
  const int colliders = static_cast<int>(around.colliders.size());
  return build_of("pile", around, [settings, model, colliders](Exec& exec) {
    return std::make_unique<PilesSystem>(exec, *model, colliders, settings);
  });
}

}  // namespace limber
