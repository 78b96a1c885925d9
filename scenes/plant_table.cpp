#include "scenes/plant_table.h"

#include <fmt/format.h>

#include "sim/plants/growth/growth.h"

namespace limber {

namespace {

constexpr double smallest_m = 0.01;  ///< below, single precision ends
constexpr double largest_m = 1000.0;
constexpr int max_modes = 64;  ///< of a part

std::vector<std::string> names_of_species() {
  std::vector<std::string> names;
  for (const Species species : all_species) names.emplace_back(name_of(species));
  return names;
}

}  // namespace

std::vector<Key> keys_of(PlantTable& t) {
  const Only of_dragon{"species", &t.species, {dragon}};
  const Only grown{"species", &t.species, names_of_species()};
  std::vector<std::string> all = names_of_species();
  all.insert(all.begin(), dragon);
  return {
      Key("species", "What grows", &t.species).one_of(all),
      Key("seed", "Plants of equal species, seed, size and modes share their shapes", &t.seed)
          .from(0, 1000000),
      Key("height_m",
          fmt::format("Of the highest vertex, in metres, from {}; 0: as usual", smallest_m),
          &t.size_m)
          .from(0, largest_m)
          .only_for(grown),
      Key("length_m",
          fmt::format("From tail to snout, in metres, from {}; 0: as usual", smallest_m), &t.size_m)
          .from(0, largest_m)
          .only_for(of_dragon),
      Key("modes", "How many modes each part has that bends; 0: as the species says", &t.modes)
          .from(0, max_modes),
      Key("linear_modes",
          "How many of the modes are linear, at most; the others are made of "
          "their derivatives, of which n linear modes have n (n + 1) / 2",
          &t.linear_modes)
          .from(1, max_modes)
          .only_for(of_dragon),
      Key("position_m", "Where it stands, in metres", &t.position_m).from(-farthest_m, farthest_m),
      Key("turn_deg", "How far it is turned about the vertical, in degrees", &t.turn_deg)
          .from(-360, 360),
  };
}

PlantTable read_plant_table(TableReader& reader) {
  PlantTable table;
  reader.read(keys_of(table));
  if (table.size_m > 0.0f && table.size_m < static_cast<float>(smallest_m))
    reader.fail(table.species == dragon ? "length_m" : "height_m",
                fmt::format("is {}, but must be at least {}, or 0 for the usual one", table.size_m,
                            smallest_m));
  return table;
}

}  // namespace limber
