#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[mail]] table says: a sheet of chain mail, each link joined to its neighbours.
struct MailTable {
  glm::vec3 center_m{0.0f, 2.0f, 0.0f};
  int columns = 30, rows = 30;
  float pitch_m = 0.08f;
  float thickness_m = 0.02f;
  float slack = 1.1f;
  bool held = true;
  float density_kg_m3 = 3000.0f;
  std::optional<float> breaks_at_N;
  std::vector<glm::vec3> colors{{0.42f, 0.44f, 0.47f}, {0.50f, 0.46f, 0.36f}};
  float roughness = 0.3f;
};

std::vector<Key> keys_of(MailTable& table);
MailTable read_mail_table(TableReader& reader);

}  // namespace limber
