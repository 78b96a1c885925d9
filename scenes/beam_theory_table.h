#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// [beam_theory]: draws the line of a cantilever under its own weight.
struct BeamTheoryTable {
  glm::vec3 root_m{0.0f};
  std::optional<float> length_m;  ///< none only where there is no table
  float height_m = 0.1f;
  float density_kg_m3 = 1000.0f;
  float young_modulus_Pa = 1e6f;
};

std::vector<Key> keys_of(BeamTheoryTable& table);

}  // namespace limber
