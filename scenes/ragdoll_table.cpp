#include "scenes/ragdoll_table.h"

#include <fmt/format.h>

namespace limber {

std::vector<Key> keys_of(RagdollTable& t) {
  return {
      Key("center_m", "The middle of one that stands; of copies, of the lowest layer's",
          &t.center_m)
          .from(-farthest_m, farthest_m),
      Key("height_m", "From its feet to the top of its head, in metres; all its sizes follow",
          &t.height_m)
          .from(0.1, 100),
      Key("density_kg_m3", "Mass of a cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
      Key("copies", "How many along x, in layers along y, and along z", &t.copies).from(1, 1000),
      Key("step_m", "From copy to copy along each axis, in metres", &t.step_m)
          .from(-farthest_m, farthest_m),
      Key("turn_deg", "How far they are turned about the vertical; they look along z", &t.turn_deg)
          .from(-360, 360),
      Key("tumbled", "Whether each is turned at random", &t.tumbled),
      Key("seed", "Of the turns: the same seed gives the same scene", &t.seed).from(0, 1000000),
      Key("velocity_m_s", "With which they begin, in m/s", &t.velocity_m_s).from(-100, 100),
      Key("colors", "Linear RGB of their clothes, which copies take in turn", &t.colors),
      Key("skin_color", "Linear RGB of heads, forearms and feet", &t.skin_color).from(0, 1),
      Key("roughness", "Roughness of their surfaces; 1: matt", &t.roughness).from(0, 1),
  };
}

RagdollTable read_ragdoll_table(TableReader& reader) {
  RagdollTable table;
  reader.read(keys_of(table));
  constexpr long long most = 50'000;
  const long long copies = static_cast<long long>(table.copies.x) * table.copies.y * table.copies.z;
  if (copies > most)
    reader.fail("copies", fmt::format("makes {} people, where {} are the most that there may be",
                                      copies, most));
  return table;
}

}  // namespace limber
