#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[joint]] table says.
struct JointTable {
  std::string kind = "ball";
  std::vector<std::string> bodies;
  glm::vec3 at_m{0.0f};
  std::optional<glm::vec3> other_at_m;
  Direction axis{{0.0f, 0.0f, 1.0f}};
  std::optional<float> breaks_at_N;
};

std::vector<Key> keys_of(JointTable& table);
JointTable read_joint_table(TableReader& reader);

}  // namespace limber
