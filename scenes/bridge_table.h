#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[bridge]] table says: spans of a suspension bridge of rigid bodies and ball joints.
struct BridgeTable {
  glm::vec3 center_m{0.0f, 6.0f, 0.0f};
  int spans = 1;
  int planks = 12;
  int hanger_links = 200;
  int banners = 4;
  float pitch_m = 1.2f, width_m = 4.0f, thickness_m = 0.1f;
  float tower_m = 10.0f, lowest_m = 1.5f;
  float link_width_m = 0.07f, cable_width_m = 0.1f;
  float plank_density_kg_m3 = 150.0f, link_density_kg_m3 = 7800.0f;
  std::optional<float> breaks_at_N;
  bool only_deck_touches = true;
  std::vector<glm::vec3> colors{
      {0.62f, 0.12f, 0.08f}, {0.75f, 0.55f, 0.12f}, {0.10f, 0.28f, 0.45f}};
};

std::vector<Key> keys_of(BridgeTable& table);
BridgeTable read_bridge_table(TableReader& reader);

}  // namespace limber
