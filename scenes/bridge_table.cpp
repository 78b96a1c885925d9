#include "scenes/bridge_table.h"

#include <fmt/format.h>

namespace limber {

std::vector<Key> keys_of(BridgeTable& t) {
  return {
      Key("center_m", "Centre of the deck, in metres", &t.center_m)
          .from(-max_distance_m, max_distance_m),
      Key("spans", "Number of spans from tower to tower, along x", &t.spans).from(1, 1000),
      Key("planks", "Planks of all spans together; each hangs on both cables", &t.planks)
          .from(1, 1'000'000),
      Key("hanger_links", "Links of all hangers together, shared out by their lengths",
          &t.hanger_links)
          .from(2, 10'000'000),
      Key("banners", "Banners that hang from each plank", &t.banners).from(0, 8),
      Key("pitch_m", "Distance from plank to plank, in metres", &t.pitch_m).from(0.05, 100),
      Key("width_m", "Width of the deck, in metres", &t.width_m).from(0.1, 1000),
      Key("thickness_m", "Thickness of the planks, in metres", &t.thickness_m).from(0.001, 10),
      Key("tower_m", "Height of the cables above the deck at the towers, in metres", &t.tower_m)
          .from(0.1, 1000),
      Key("lowest_m", "Height of the cables above the deck at the middle of a span, in metres",
          &t.lowest_m)
          .from(0.05, 1000),
      Key("link_width_m", "Width of the hangers' links, in metres", &t.link_width_m)
          .from(0.001, 10),
      Key("cable_width_m", "Width of the cables' links, in metres", &t.cable_width_m)
          .from(0.001, 10),
      Key("plank_density_kg_m3", "Density of planks and banners", &t.plank_density_kg_m3)
          .from(1, 1e5),
      Key("link_density_kg_m3", "Density of hangers and cables", &t.link_density_kg_m3)
          .from(1, 1e5),
      Key("breaks_at_N", "Force at which each of its joints breaks, in newtons", &t.breaks_at_N)
          .from(1e-6, 1e12)
          .or_else("never"),
      Key("only_deck_touches", "Whether only its planks collide with other bodies",
          &t.only_deck_touches),
      Key("colors", "Linear RGB of the banners, one per span, in rotation", &t.colors),
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
