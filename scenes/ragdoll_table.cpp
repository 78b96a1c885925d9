#include "scenes/ragdoll_table.h"

#include <fmt/format.h>

namespace limber {

std::vector<Key> keys_of(RagdollTable& t) {
  return {
      Key("center_m", "Centre of one that stands; of copies, centre of the lowest layer",
          &t.center_m)
          .from(-max_distance_m, max_distance_m),
      Key("height_m", "Height, in metres; all its sizes scale with it", &t.height_m).from(0.1, 100),
      Key("density_kg_m3", "Mass per cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
      Key("copies", "Number along x, in layers along y, and along z", &t.copies).from(1, 1000),
      Key("step_m", "Distance from copy to copy along each axis, in metres", &t.step_m)
          .from(-max_distance_m, max_distance_m),
      Key("turn_deg", "Rotation about the vertical; at 0 they face z", &t.turn_deg).from(-360, 360),
      Key("tumbled", "Whether each has a random orientation", &t.tumbled),
      Key("seed", "Random seed of the orientations", &t.seed).from(0, 1000000),
      Key("velocity_m_s", "Initial velocity, in m/s", &t.velocity_m_s).from(-100, 100),
      Key("colors", "Linear RGB of their clothes, one per copy, in rotation", &t.colors),
      Key("skin_color", "Linear RGB of heads, forearms and feet", &t.skin_color).from(0, 1),
      Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1),
  };
}

RagdollTable read_ragdoll_table(TableReader& reader) {
  RagdollTable table;
  reader.read(keys_of(table));
  constexpr long long max_count = 50'000;
  const long long copies = static_cast<long long>(table.copies.x) * table.copies.y * table.copies.z;
  if (copies > max_count)
    reader.fail("copies",
                fmt::format("makes {} people, but at most {} are possible", copies, max_count));
  return table;
}

}  // namespace limber
