#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "scenes/fluid_table.h"
#include "scenes/table_reader.h"

namespace limber {

/// What an [[emitter]] table says: a nozzle from which fluid flows.
struct EmitterTable {
  glm::vec3 center_m{0.0f, 1.0f, 0.0f};
  Direction direction{{0.0f, -1.0f, 0.0f}};
  float radius_m = 0.05f;
  float speed_m_s = 1.0f;
  float start_s = 0.0f;
  std::optional<float> stop_s;
  float drops_per_s = 0.0f;  ///< 0: it is full
  int max_particles = 10000;
  float spacing_m = 0.02f;
  FluidLook look;
};

std::vector<Key> keys_of(EmitterTable& table);
EmitterTable read_emitter_table(TableReader& reader);

/// What a [[drain]] table says: a box in which fluid vanishes.
struct DrainTable {
  glm::vec3 center_m{0.0f};
  glm::vec3 size_m{0.2f};
};

std::vector<Key> keys_of(DrainTable& table);
DrainTable read_drain_table(TableReader& reader);

}  // namespace limber
