#pragma once

#include <vector>

#include "sim/fem/fem_model.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/publish.h"

namespace limber {

/// A rectangle of cloth as a net of springs: [ChoiKo02].
struct SpringCloth {
  int columns, rows;
  TriangleMesh mesh;              ///< at rest: grid_mesh(columns, rows, ...)
  std::vector<glm::vec3> rest_m;  ///< as DrawList::rest_m has them; empty: as `mesh`
  std::vector<int> pinned;        ///< vertices that nothing moves
  float density_kg_m2 = 0.2f;
  float stretch_N_m = 500.0f;  ///< of a spring along a row or column when it is pulled
  float shear_N_m = 100.0f;    ///< of one along a diagonal
  float bend_N_m2 = 1e-6f;     ///< of a beam that spans two cells
  Material material;
};

/// Adds a cloth as a body of its own to a model of springs.
void add_cloth(FemModel& model, const SpringCloth& cloth);

}  // namespace limber
