#include "scenes/mail_table.h"

#include <fmt/format.h>

namespace limber {

std::vector<Key> keys_of(MailTable& t) {
  return {
      Key("center_m", "Middle of the line from the middle of one end to that of the other",
          &t.center_m)
          .from(-farthest_m, farthest_m),
      Key("columns", "Links along x, from end to end", &t.columns).from(2, 10'000),
      Key("rows", "Links along z, side by side", &t.rows).from(1, 10'000),
      Key("pitch_m", "From link to link, in metres", &t.pitch_m).from(1e-3, 10),
      Key("thickness_m", "Of the plates that links touch others as, in metres", &t.thickness_m)
          .from(1e-3, 10),
      Key("slack", "How many times longer it is than straight from end to end; it begins as an arc",
          &t.slack)
          .from(1, 10),
      Key("held", "Whether the links at both ends hang on the world", &t.held),
      Key("density_kg_m3", "Mass of a cubic metre of plate, in kg", &t.density_kg_m3).from(1, 1e5),
      Key("breaks_at_N", "Force at which each of its joints breaks, in newtons", &t.breaks_at_N)
          .from(1e-6, 1e12)
          .or_else("never"),
      Key("colors", "Linear RGB, which rows take in turn", &t.colors),
      Key("roughness", "Roughness of its surface; 1: matt", &t.roughness).from(0, 1),
  };
}

MailTable read_mail_table(TableReader& reader) {
  MailTable table;
  reader.read(keys_of(table));
  constexpr long long most = 1'000'000;
  const long long links = static_cast<long long>(table.columns) * table.rows;
  if (links > most)
    reader.fail("rows", fmt::format("makes {} links, where {} are the most that there may be",
                                    links, most));
  if (!(table.thickness_m < table.pitch_m))
    reader.fail("thickness_m",
                fmt::format("is {}, but must be below pitch_m, {}: else links could not turn",
                            table.thickness_m, table.pitch_m));
  return table;
}

}  // namespace limber
