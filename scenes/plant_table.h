#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// The species that is one object, and is not grown.
constexpr const char* dragon = "dragon";

/// What a [[plant]] table says.
struct PlantTable {
  std::string species = "conifer";
  int seed = 1;
  float size_m = 0.0f;  ///< its height, or the dragon's length; 0: the usual one
  int modes = 0;        ///< of each part that bends; 0: as many as the species says
  int linear_modes = 5;
  glm::vec3 position_m{0.0f};
  float turn_deg = 0.0f;
};

std::vector<Key> keys_of(PlantTable& table);
PlantTable read_plant_table(TableReader& reader);

}  // namespace limber
