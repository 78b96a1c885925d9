#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "scenes/table_reader.h"
#include "sim/fluid/fluid_model.h"

namespace limber {

/// What a [[fluid]] table says: where its particles start, and how it looks.
struct FluidTable {
  std::string shape = "box";
  glm::vec3 center_m{0.0f, 0.5f, 0.0f};
  glm::vec3 size_m{0.4f};
  float diameter_m = 0.4f;
  float spacing_m = 0.02f;
  glm::vec3 velocity_m_s{0.0f};
  FluidLook look;
};

/// The keys of a look, of all tables that have one.
void add_look(std::vector<Key>& keys, FluidLook& look);

std::vector<Key> keys_of(FluidTable& table);
FluidTable read_fluid_table(TableReader& reader);

}  // namespace limber
