#include "scenes/dominoes_table.h"

#include <fmt/format.h>

#include "sim/parameter.h"

namespace limber {

std::vector<Key> keys_of(DominoesTable& t) {
  return {
      Key("name", "Name; they are called \"NAME 1\", \"NAME 2\" and so on, in the order of the row",
          &t.name)
          .or_else("none"),
      Key("places_m",
          "`[x, y, z]` in metres: points of the smooth curve on which the dominoes stand",
          &t.places_m)
          .from(-max_distance_m, max_distance_m)
          .or_else("none: must be given"),
      Key("spacing_m", "Distance between centres along the curve, in metres", &t.spacing_m)
          .from(1e-3, 100),
      Key("size_m", "Size along the row, up and across, in metres", &t.size_m).from(1e-3, 100),
      Key("density_kg_m3", "Mass per cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
      Key("push_rad_s", "Initial angular velocity with which the first one tips over",
          &t.push_rad_s)
          .from(0, 1000),
      Key("pillars", "Whether those above the lowest point stand on fixed pillars", &t.pillars),
      Key("colors", "Linear RGB, interpolated from the first domino to the last", &t.colors),
      Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1),
  };
}

DominoesTable read_dominoes_table(TableReader& reader) {
  DominoesTable table;
  reader.read(keys_of(table));
  if (table.places_m.size() < 2) reader.fail("places_m", "needs at least two places");
  for (std::size_t i = 1; i < table.places_m.size(); ++i)
    if (table.places_m[i] == table.places_m[i - 1])
      reader.fail("places_m", fmt::format("has place {} where place {} is", i + 1, i));
  if (!(table.spacing_m > table.size_m.x))
    reader.fail("spacing_m", fmt::format("is {}, but dominoes are {} m thick: leave room for them "
                                         "to fall",
                                         table.spacing_m, table.size_m.x));
  if (!(table.spacing_m - table.size_m.x < table.size_m.y))
    reader.fail("spacing_m", fmt::format("is {}, but dominoes are {} m high: none would reach the "
                                         "next one",
                                         table.spacing_m, table.size_m.y));
  return table;
}

}  // namespace limber
