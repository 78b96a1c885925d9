#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// [compare]: the same bodies once for each value of a setting, beside each other.
struct CompareTable {
  std::string key = "method";
  std::vector<std::string> values;     ///< empty: no comparison
  glm::vec3 step_m{1.0f, 0.0f, 0.0f};  ///< from one to the next
};

std::vector<Key> keys_of(CompareTable& table);
CompareTable read_compare_table(TableReader& reader);

}  // namespace limber
