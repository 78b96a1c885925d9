#include "scenes/container_table.h"

namespace limber {

std::vector<Key> keys_of(ContainerTable& t) {
  return {
      Key("size_m", "Its inner size, in metres", &t.size_m)
          .from(1e-3, max_distance_m)
          .or_else("none: must be given"),
      Key("center_m", "Centre of its floor, in metres", &t.center_m)
          .from(-max_distance_m, max_distance_m),
      Key("wall_m", "Thickness of its walls, in metres", &t.wall_m).from(1e-3, max_distance_m),
      Key("open_front", "Whether the wall towards +z is invisible; it still collides",
          &t.open_front),
      Key("color", "Linear RGB of its walls", &t.color).from(0, 1),
  };
}

}  // namespace limber
