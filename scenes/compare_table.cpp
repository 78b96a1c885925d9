#include "scenes/compare_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace limber {

std::vector<Key> keys_of(CompareTable& t) {
  return {
      Key("key", "Parameter that differs", &t.key),
      Key("values", "Its value in each copy; none: no comparison", &t.values),
      Key("step_m", "Offset from one to the next, in metres", &t.step_m)
          .from(-max_distance_m, max_distance_m),
  };
}

CompareTable read_compare_table(TableReader& reader) {
  CompareTable table;
  reader.read(keys_of(table));
  for (const std::string& value : table.values)
    if (std::ranges::count(table.values, value) > 1)
      reader.fail("values", fmt::format("holds '{}' more than once; name each once", value));
  return table;
}

}  // namespace limber
