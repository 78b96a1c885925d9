#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

inline constexpr int ragdoll_parts = 13;

/// What a [[ragdoll]] table says: bodies of people, on joints, or copies of one.
struct RagdollTable {
  glm::vec3 center_m{0.0f, 1.0f, 0.0f};
  float height_m = 1.8f;
  float density_kg_m3 = 1000.0f;
  glm::ivec3 copies{1};
  glm::vec3 step_m{1.0f, 2.0f, 1.0f};
  float turn_deg = 0.0f;
  bool tumbled = false;
  int seed = 1;
  glm::vec3 velocity_m_s{0.0f};
  std::vector<glm::vec3> colors{
      {0.62f, 0.10f, 0.08f}, {0.10f, 0.25f, 0.50f}, {0.12f, 0.38f, 0.18f}, {0.72f, 0.52f, 0.10f}};
  glm::vec3 skin_color{0.62f, 0.40f, 0.28f};
  float roughness = 0.6f;
};

std::vector<Key> keys_of(RagdollTable& table);
RagdollTable read_ragdoll_table(TableReader& reader);

}  // namespace limber
