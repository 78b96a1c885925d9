#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[collider]] table says.
struct ColliderTable {
  std::string shape = "ground";
  float height_m = 0.0f;  ///< of the ground
  glm::vec3 center_m{0.0f};
  Direction axis{{0.0f, 1.0f, 0.0f}};
  float radius_m = 0.5f;
  std::optional<float> inner_radius_m;
  float wall_m = 0.02f;   ///< of a funnel
  float open_deg = 0.0f;  ///< of a tube or funnel: left out of the picture
  float length_m = 1.0f;
  glm::vec3 size_m{1.0f};
  std::string file;             ///< of a mesh
  float longest_side_m = 1.0f;  ///< of a mesh
  int resolution = 64;          ///< samples of its distance along its longest side
  std::vector<PathRow> path;    ///< empty: it stays
  bool path_repeats = true;
  bool draggable = true;
  float turns_per_s = 0.0f;
  float turned_deg = 0.0f;
  std::optional<Direction> turn_axis;
  std::optional<glm::vec3> turn_center_m;
  int lifters = 0;  ///< plates along the inner wall of a tube
  std::optional<float> lifter_height_m, lifter_thickness_m;
  int blades = 6;  ///< of a wheel
  std::optional<float> hub_radius_m, blade_thickness_m;
  bool drawn = true;
  glm::vec3 color{0.30f, 0.31f, 0.33f};
  float roughness = 0.5f;
  float transparency = 0.0f;
};

std::vector<Key> keys_of(ColliderTable& table);
ColliderTable read_collider_table(TableReader& reader);

float lower_radius_m(const ColliderTable& funnel);

}  // namespace limber
