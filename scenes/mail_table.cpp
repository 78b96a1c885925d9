#include "scenes/mail_table.h"

#include <fmt/format.h>

namespace limber {

std::vector<Key> keys_of(MailTable& t) {
  return {
      Key("center_m", "Midpoint between the centres of its two ends, in metres", &t.center_m)
          .from(-max_distance_m, max_distance_m),
      Key("columns", "Links along x", &t.columns).from(2, 10'000),
      Key("rows", "Links along z", &t.rows).from(1, 10'000),
      Key("pitch_m", "Distance from link to link, in metres", &t.pitch_m).from(1e-3, 10),
      Key("thickness_m", "Thickness of the plates that collide for the links, in metres",
          &t.thickness_m)
          .from(1e-3, 10),
      Key("slack", "Its length divided by the distance between its ends; it starts as an arc",
          &t.slack)
          .from(1, 10),
      Key("held", "Whether the links at both ends are attached to the world", &t.held),
      Key("density_kg_m3", "Mass per cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
      Key("breaks_at_N", "Force at which each of its joints breaks, in newtons", &t.breaks_at_N)
          .from(1e-6, 1e12)
          .or_else("never"),
      Key("colors", "Linear RGB, one per row, in rotation", &t.colors),
      Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1),
  };
}

MailTable read_mail_table(TableReader& reader) {
  MailTable table;
  reader.read(keys_of(table));
  constexpr long long max_count = 1'000'000;
  const long long links = static_cast<long long>(table.columns) * table.rows;
  if (links > max_count)
    reader.fail("rows",
                fmt::format("makes {} links, but at most {} are possible", links, max_count));
  if (!(table.thickness_m < table.pitch_m))
    reader.fail("thickness_m",
                fmt::format("is {}, but must be below pitch_m, {}: else links could not turn",
                            table.thickness_m, table.pitch_m));
  return table;
}

}  // namespace limber
