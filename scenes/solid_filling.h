#pragma once

#include <glm/glm.hpp>
#include <string>

#include "scenes/builders.h"
#include "scenes/table_reader.h"
#include "sim/mesh/implicit_shape.h"
#include "sim/mesh/mesher.h"
#include "sim/solid.h"

namespace limber {

/// A shape before it is filled: a surface from a file, or a distance.
struct SolidShape {
  bool from_file = false;
  std::string file;  ///< as the scene names it
  std::string path;  ///< where it is
  float size_m = 1.0f;
  ImplicitShape implicit;
  float depth_m = 0.0f;  ///< of an implicit shape: how far inside a point can be, at least
  glm::vec2 torus_radii_m{0.0f};
  int torus_layers = 0;
  glm::vec3 box_half_m{0.0f};
};

/// How it is filled with tetrahedra, and what is drawn of it.
struct SolidMeshing {
  MeshingOptions options;  ///< the mesher may also be "sweep" or "grid"
  glm::ivec3 grid_cells{1};
  int surface_triangles = 0;
  float drawn_cell_m = 0.0f;
  float skin_m = 0.0f;
  bool draw_fine = false;
};

/// Makes the surface of a solid and fills it. table: which the shape was read from, and which is
/// blamed by file and line for what cannot be made.
void make_solid(Solid& solid, const SolidShape& shape, const SolidMeshing& meshing,
                const TableReader& table, const Opening& opening);

}  // namespace limber
