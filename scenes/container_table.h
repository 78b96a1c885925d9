#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// [container]: a box of walls, open at its top.
struct ContainerTable {
  std::optional<glm::vec3> size_m;  ///< none only where there is no table
  glm::vec3 center_m{0.0f};         ///< of its floor
  float wall_m = 0.1f;
  bool open_front = true;
  glm::vec3 color{0.30f, 0.31f, 0.33f};
};

std::vector<Key> keys_of(ContainerTable& table);

}  // namespace limber
