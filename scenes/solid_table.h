#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenes/builders.h"
#include "scenes/table_reader.h"
#include "sim/fem/element_data.h"
#include "sim/solid.h"

namespace limber {

/// What a [[solid]] table says, read and meshed.
struct SolidTable {
  Solid solid;
  glm::ivec3 copies{1};      ///< side by side, in layers, in rows
  glm::vec3 step_m{0.0f};    ///< from copy to copy
  glm::vec3 center_m{0.0f};  ///< of the solid's own frame, in the middle of the copies
  bool tumbled = false;      ///< each copy is turned at random
  int seed = 1;
  float flatten = 1.0f;  ///< the height it starts with, as a share of its own
  bool pins = false;     ///< whether what lies below is pinned
  float pinned_below_m = 0.0f;
  std::vector<glm::vec3> colors;
};

/// Reads the table, makes its surface and fills it.
SolidTable read_solid_table(TableReader& table, const Opening& opening);

/// Young's modulus and Poisson's ratio of a solid that has them. To be asked for before the rest of
/// the table is read, which has the density.
ElasticMaterial read_elasticity(TableReader& table);

/// Calls visit with each copy of a solid, in its colour, and where it is put. Throws Cancelled when
/// progress does.
void for_each_copy(const SolidTable& table, Progress& progress,
                   const std::function<void(const Solid&, const Placement&)>& visit);

}  // namespace limber
