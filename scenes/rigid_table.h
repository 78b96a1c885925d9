#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[rigid]] table says: a body, copies of one, or a part of one.
struct RigidTable {
  std::string name;
  std::string part_of;
  std::string shape = "box";
  glm::vec3 center_m{0.0f};
  glm::vec3 size_m{1.0f};
  float radius_m = 0.5f, length_m = 1.0f;
  int teeth = 20;
  float backlash_m = 0.0f;
  std::string file;
  std::optional<float> longest_side_m;
  std::vector<std::array<double, 3>> points_m;
  Direction turn_axis{{0.0f, 1.0f, 0.0f}};
  float turn_deg = 0.0f;
  float density_kg_m3 = 700.0f;
  std::optional<float> mass_kg;
  std::optional<glm::vec3> inertia_kg_m2;
  glm::vec3 velocity_m_s{0.0f};
  glm::vec3 spin_rad_s{0.0f};
  bool held = false;
  bool touches = true;
  int count = 1;
  glm::vec3 step_m{0.0f, 1.0f, 0.0f};
  std::vector<glm::vec3> colors{{0.70f, 0.12f, 0.10f}};
  float roughness = 0.5f;
};

std::vector<Key> keys_of(RigidTable& table);
RigidTable read_rigid_table(TableReader& reader);

}  // namespace limber
