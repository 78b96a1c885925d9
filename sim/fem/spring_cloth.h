#pragma once

#include <vector>

#include "sim/fem/fem_model.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/publish.h"

namespace limber {

/// A rectangular cloth of springs [ChoiKo02].
struct SpringCloth {
  int columns, rows;
  TriangleMesh mesh;              ///< at rest: grid_mesh(columns, rows, ...)
  std::vector<glm::vec3> rest_m;  ///< see DrawList::rest_m; empty: positions of `mesh`
  std::vector<int> pinned;        ///< fixed vertices
  float density_kg_m2 = 0.2f;
  float stretch_N_m = 500.0f;  ///< of a spring along a row or column, in tension
  float shear_N_m = 100.0f;    ///< of a diagonal spring, in tension
  float bend_N_m2 = 1e-6f;     ///< of a beam that spans two cells
  Material material;
};

/// Adds a cloth as a separate body to a model of springs.
void add_cloth(FemModel& model, const SpringCloth& cloth);

}  // namespace limber
