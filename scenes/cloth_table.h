#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenes/table_reader.h"
#include "sim/publish.h"

namespace limber {

/// What a [[cloth]] table says, for all models.
struct ClothTable {
  std::string model = "pbd";
  std::string name;
  std::string shape = "grid";
  glm::vec3 center_m{0.0f, 2.0f, 0.0f};
  int columns = 40, rows = 40;
  glm::vec2 size_m{1.0f};
  Direction right{{1.0f, 0.0f, 0.0f}}, down{{0.0f, 0.0f, 1.0f}};
  float width_m = 0.1f;
  std::vector<PlaceRow> along_m;
  std::string pins = "none";
  std::vector<PathRow> path;  ///< empty: pins stay
  bool path_repeats = true;
  int subdivisions = 5;
  float diameter_m = 1.0f, depth_m = 0.5f;
  std::string file;
  std::string bending = "none";
  float density_kg_m2 = 0.2f;
  float stretch_N_m = 500.0f, shear_N_m = 100.0f, bend_N_m2 = 1e-6f;
  float roughness = 0.8f;
  float weave_mm = 2.0f;
  float sheen = 0.25f;
  int count = 1;
  glm::vec3 step_m{0.0f};
  float turn_deg = 0.0f;
  std::vector<glm::vec3> colors{{0.70f, 0.12f, 0.10f}};
  std::vector<glm::vec3> back_colors;  ///< empty until they are read: as `colors`

  /// But for its colours, which differ from copy to copy.
  Material material() const;
  /// Whether its particles lie in columns and rows, as those of grid_of() do.
  bool has_rows() const { return shape == "grid" || shape == "band" || shape == "sack"; }
};

std::vector<Key> keys_of(ClothTable& table);

/// model: where the table names none.
ClothTable read_cloth_table(TableReader& reader, const std::string& model);

}  // namespace limber
