#include "scenes/bridge_table.h"

#include <fmt/format.h>

namespace limber {

std::vector<Key> keys_of(BridgeTable& t) {
  return {
      Key("center_m", "Middle of the deck, in metres", &t.center_m).from(-farthest_m, farthest_m),
      Key("spans", "From tower to tower along x, how many", &t.spans).from(1, 1000),
      Key("planks", "Of all spans together; each hangs on both cables", &t.planks)
          .from(1, 1'000'000),
      Key("hanger_links", "Of all hangers together, which share them by their lengths",
          &t.hanger_links)
          .from(2, 10'000'000),
      Key("banners", "That hang from each plank", &t.banners).from(0, 8),
      Key("pitch_m", "From plank to plank, in metres", &t.pitch_m).from(0.05, 100),
      Key("width_m", "Of the deck, in metres", &t.width_m).from(0.1, 1000),
      Key("thickness_m", "Of the planks, in metres", &t.thickness_m).from(0.001, 10),
      Key("tower_m", "How high above the deck cables are at the towers, in metres", &t.tower_m)
          .from(0.1, 1000),
      Key("lowest_m", "The same in the middle of a span", &t.lowest_m).from(0.05, 1000),
      Key("link_width_m", "Of the hangers' links, in metres", &t.link_width_m).from(0.001, 10),
      Key("cable_width_m", "Of the cables' links, in metres", &t.cable_width_m).from(0.001, 10),
      Key("plank_density_kg_m3", "Of planks and banners", &t.plank_density_kg_m3).from(1, 1e5),
      Key("link_density_kg_m3", "Of hangers and cables", &t.link_density_kg_m3).from(1, 1e5),
      Key("breaks_at_N", "Force at which each of its joints breaks, in newtons", &t.breaks_at_N)
          .from(1e-6, 1e12)
          .or_else("never"),
      Key("only_deck_touches", "Whether of all its bodies only planks touch other bodies",
          &t.only_deck_touches),
      Key("colors", "Linear RGB, which the banners of spans take in turn", &t.colors),
  };
}

BridgeTable read_bridge_table(TableReader& reader) {
  BridgeTable table;
  reader.read(keys_of(table));
  if (table.planks < table.spans)
    reader.fail("planks",
                fmt::format("is {}, but each of {} spans needs one", table.planks, table.spans));
  if (table.hanger_links < 2 * table.planks)
    reader.fail("hanger_links", fmt::format("is {}, but each of {} hangers needs one",
                                            table.hanger_links, 2 * table.planks));
  if (table.lowest_m > table.tower_m)
    reader.fail("lowest_m", "must not be above tower_m: cables hang down between towers");
  return table;
}

}  // namespace limber
