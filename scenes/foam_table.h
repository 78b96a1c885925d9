#pragma once

#include <optional>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// [foam]: the white water of the scene's fluids.
struct FoamTable {
  std::optional<int> max_specks;  ///< none only where there is no table
};

std::vector<Key> keys_of(FoamTable& table);

}  // namespace limber
