#include "scenes/plant_table.h"

#include <fmt/format.h>

#include "sim/plants/growth/growth.h"

namespace limber {

namespace {

constexpr double min_plant_m = 0.01;  ///< below, single precision ends
constexpr double max_plant_m = 1000.0;
constexpr int max_modes_of_part = 64;

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
      Key("species", "Species", &t.species).one_of(all),
      Key("seed", "Random seed; plants of equal species, seed, size and modes share their shapes",
          &t.seed)
          .from(0, 1000000),
      Key("height_m",
          fmt::format("Height in metres, at least {}; 0: that of the species", min_plant_m),
          &t.size_m)
          .from(0, max_plant_m)
          .only_for(grown),
      Key("length_m",
          fmt::format("Length from tail to snout in metres, at least {}; 0: default", min_plant_m),
          &t.size_m)
          .from(0, max_plant_m)
          .only_for(of_dragon),
      Key("modes", "Modes of each part that bends; 0: as the species defines", &t.modes)
          .from(0, max_modes_of_part),
      Key("linear_modes",
          "Maximum number of linear modes; the others come from the n (n + 1) / 2 derivatives of n "
          "linear modes",
          &t.linear_modes)
          .from(1, max_modes_of_part)
          .only_for(of_dragon),
      Key("position_m", "Position of its foot, in metres", &t.position_m)
          .from(-max_distance_m, max_distance_m),
      Key("turn_deg", "Rotation about the vertical, in degrees", &t.turn_deg).from(-360, 360),
  };
}

PlantTable read_plant_table(TableReader& reader) {
  PlantTable table;
  reader.read(keys_of(table));
  if (table.size_m > 0.0f && table.size_m < static_cast<float>(min_plant_m))
    reader.fail(table.species == dragon ? "length_m" : "height_m",
                fmt::format("is {}, but must be at least {}, or 0 for the usual one", table.size_m,
                            min_plant_m));
  return table;
}

}  // namespace limber
