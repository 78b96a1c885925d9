#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[pile]] table says: a shape, the spheres it is made of, and where its copies start.
struct PileTable {
  std::string model = "spheres";
  std::string shape = "ball";
  std::string file;
  int drawn_triangles = 4000;
  float size_m = 0.1f;
  std::vector<SizeRow> sizes;  ///< of balls; empty: all have size_m
  float density_kg_m3 = 700.0f;
  int spheres = 1;
  int surface_spheres = 0;
  std::optional<float> sphere_diameter_m;
  glm::ivec3 spheres_along{4, 2, 2};
  std::string filling = "solid";
  std::string inside = "ray_parity";

  int count = 1;
  int columns = 1;
  std::optional<int> rows;            ///< none: as many as columns
  std::optional<glm::vec3> step_m;    ///< none: turned bodies do not touch
  std::optional<glm::vec3> center_m;  ///< of the lowest layer; none: above the ground
  glm::vec3 velocity_m_s{0.0f};
  float jitter_m = 0.0f;
  bool tumbled = true;
  int seed = 1;
  std::vector<glm::vec3> colors{{0.70f, 0.12f, 0.10f}};
  float roughness = 0.4f;
  float transparency = 0.0f;
};

std::vector<Key> keys_of(PileTable& table);
/// model: what bodies are unless the table says it.
PileTable read_pile_table(TableReader& reader, const std::string& model);

}  // namespace limber
