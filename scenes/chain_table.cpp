#include "scenes/chain_table.h"

namespace limber {

std::vector<Key> keys_of(ChainTable& t) {
  return {
      Key("name", "Name; its links are called \"NAME 1\", \"NAME 2\" and so on", &t.name)
          .or_else("none"),
      Key("from_m", "Start of its first link, in metres", &t.from_m)
          .from(-max_distance_m, max_distance_m),
      Key("to_m", "End of its last link, in metres", &t.to_m).from(-max_distance_m, max_distance_m),
      Key("slack", "Its length divided by the distance between its ends; it starts as an arc",
          &t.slack)
          .from(1, 100),
      Key("links", "Number of links", &t.links).from(1, 1'000'000),
      Key("width_m", "Width of a link, in metres", &t.width_m).from(1e-4, 100),
      Key("density_kg_m3", "Mass per cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
      Key("ends",
          "What its first and its last link are attached to: world, free, or the name of a body",
          &t.ends),
      Key("breaks_at_N", "Force at which each of its joints breaks, in newtons", &t.breaks_at_N)
          .from(1e-6, 1e12)
          .or_else("never"),
      Key("colors", "Linear RGB, one per link, in rotation", &t.colors),
      Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1),
  };
}

ChainTable read_chain_table(TableReader& reader) {
  ChainTable table;
  reader.read(keys_of(table));
  if (table.ends.size() != 2) reader.fail("ends", "must be two: of the first link and of the last");
  if (table.from_m == table.to_m) reader.fail("to_m", "must not be where from_m is");
  return table;
}

}  // namespace limber
