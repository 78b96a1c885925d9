#include "scenes/wall_table.h"

#include <fmt/format.h>

namespace limber {

namespace {

constexpr long long max_bricks = 2'000'000;
constexpr int min_in_ring = 4;

}  // namespace

std::vector<Key> keys_of(WallTable& t) {
  return {
      Key("center_m", "Centre of its foot, in metres", &t.center_m)
          .from(-max_distance_m, max_distance_m),
      Key("bricks",
          "Bricks in a course; every other course of a straight wall has one fewer, and half a "
          "brick at each end",
          &t.bricks)
          .from(1, 100'000),
      Key("courses", "Number of courses", &t.courses).from(1, 100'000),
      Key("size_m", "Size of a brick along the wall, up and across, in metres", &t.size_m)
          .from(1e-3, 100),
      Key("gap_m", "Gap between bricks along the wall, at the narrowest, in metres", &t.gap_m)
          .from(0, 10),
      Key("ring", "Whether it forms a ring, as for a tower", &t.ring),
      Key("turn_deg", "Rotation about the vertical, from along x, in degrees", &t.turn_deg)
          .from(-360, 360),
      Key("density_kg_m3", "Mass per cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
      Key("count", "Number of copies", &t.count).from(1, 1000),
      Key("step_m", "Offset from copy to copy, in metres", &t.step_m)
          .from(-max_distance_m, max_distance_m),
      Key("colors", "Linear RGB; each brick takes one at random", &t.colors),
      Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1),
  };
}

WallTable read_wall_table(TableReader& reader) {
  WallTable table;
  reader.read(keys_of(table));
  const long long bricks = static_cast<long long>(table.bricks) * table.courses * table.count;
  if (bricks > max_bricks)
    reader.fail("courses",
                fmt::format("makes {} bricks, but at most {} are possible", bricks, max_bricks));
  if (table.ring && table.bricks < min_in_ring)
    reader.fail("bricks",
                fmt::format("is {}, but a ring needs {} at least", table.bricks, min_in_ring));
  return table;
}

}  // namespace limber
