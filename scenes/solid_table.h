#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// How a solid is filled with tetrahedra, and what is drawn of it.
struct FillingTable {
  std::string mesher = "tetgen";  ///< or "lattice", "sweep" for a torus, "grid" for a box
  float cell_m = 0.0f;
  int surface_triangles = 0;
  int interior_points = 0;
  float radius_edge_ratio = 1.414f;
  float largest_volume_m3 = 0.0f;
  std::string drawn = "fine";
  std::optional<float> drawn_cell_m;  ///< none: half of cell_m
  glm::ivec3 grid_cells{8};
  float skin_m = 0.0f;
};

/// [solid.given]: what becomes of a mesh that takes the place of the solid.
struct GivenTable {
  float size_m = 1.0f;
  FillingTable filling;
};

/// What a [[solid]] table says, for all models.
struct SolidTable {
  std::string model = "pbd";
  std::string name;
  std::string shape = "mesh";
  std::string file;
  float longest_side_m = 1.0f;  ///< of a mesh
  glm::vec3 size_m{1.0f};       ///< of a box
  float radius_m = 0.5f;
  std::optional<float> rounding_m;
  float ring_radius_m = 0.3f, tube_radius_m = 0.1f;
  int layers = 49;
  std::vector<BoneRow> bones;
  float blend_m = 0.05f;
  FillingTable filling;
  GivenTable given;

  glm::vec3 center_m{0.0f};  ///< of the solid's own frame, in the middle of the copies
  glm::ivec3 copies{1};      ///< side by side, in layers, in rows
  glm::vec3 step_m{0.0f};
  bool tumbled = false;
  int seed = 1;
  float flatten = 1.0f;  ///< the height it starts with, as a share of its own
  std::optional<float> pinned_below_m;
  std::optional<float> pinned_left_of_m;

  float density_kg_m3 = 1000.0f;
  bool bends = false;
  float young_modulus_Pa = 1e5f;
  float poisson_ratio = 0.4f;
  int modes = 15, linear_modes = 5;
  std::vector<glm::vec3> colors{{0.70f, 0.12f, 0.10f}};
  float roughness = 0.5f;
};

std::vector<Key> keys_of(SolidTable& table);
std::vector<Key> keys_of(GivenTable& table);

/// model: where the table names none.
SolidTable read_solid_table(TableReader& reader, const std::string& model);

/// How far inside a point of a shape can be that the scene describes itself, at least.
float depth_m(const SolidTable& table);

}  // namespace limber
