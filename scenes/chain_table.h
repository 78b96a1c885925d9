#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[chain]] table says: links, one joined to the next by a ball joint.
struct ChainTable {
  std::string name;
  glm::vec3 from_m{0.0f, 2.0f, 0.0f}, to_m{0.0f};
  float slack = 1.0f;
  int links = 10;
  float width_m = 0.03f;
  float density_kg_m3 = 7800.0f;
  std::vector<std::string> ends{"world", "free"};
  std::optional<float> breaks_at_N;
  std::vector<glm::vec3> colors{{0.55f, 0.57f, 0.60f}};
  float roughness = 0.3f;
};

std::vector<Key> keys_of(ChainTable& table);
ChainTable read_chain_table(TableReader& reader);

}  // namespace limber
