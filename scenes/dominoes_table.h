#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[dominoes]] table says: a row of them along a curve.
struct DominoesTable {
  std::string name;
  std::vector<PlaceRow> places_m;
  float spacing_m = 0.22f;
  glm::vec3 size_m{0.07f, 0.5f, 0.25f};  ///< along the row, up, across
  float density_kg_m3 = 600.0f;
  float push_rad_s = 0.0f;
  bool pillars = false;
  std::vector<glm::vec3> colors{{0.70f, 0.12f, 0.10f}};
  float roughness = 0.35f;
};

std::vector<Key> keys_of(DominoesTable& table);
DominoesTable read_dominoes_table(TableReader& reader);

}  // namespace limber
