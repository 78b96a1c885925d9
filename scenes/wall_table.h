#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[wall]] table says: bricks in running bond, or copies of such a wall.
struct WallTable {
  glm::vec3 center_m{0.0f};
  int bricks = 12;
  int courses = 12;
  glm::vec3 size_m{0.3f, 0.15f, 0.15f};  ///< along the wall, up, through it
  float gap_m = 0.002f;
  bool ring = false;
  float turn_deg = 0.0f;
  float density_kg_m3 = 1800.0f;
  int count = 1;
  glm::vec3 step_m{0.0f, 0.0f, 1.0f};
  std::vector<glm::vec3> colors{
      {0.45f, 0.16f, 0.10f}, {0.52f, 0.20f, 0.12f}, {0.40f, 0.13f, 0.09f}};
  float roughness = 0.85f;
};

std::vector<Key> keys_of(WallTable& table);
WallTable read_wall_table(TableReader& reader);

}  // namespace limber
