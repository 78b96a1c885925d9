#include "scenes/foam_table.h"

namespace limber {

std::vector<Key> keys_of(FoamTable& t) {
  return {
      Key("max_specks", "Maximum number of foam particles; beyond it, new ones replace the oldest",
          &t.max_specks)
          .from(1, 1e7)
          .or_else("none: must be given"),
  };
}

}  // namespace limber
