#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"
#include "sim/pbd/model.h"
#include "sim/publish.h"

namespace limber {

/// How a surface resists folding: not at all, by the distance across each edge [Fratarcangeli14],
/// or by the angle at it [Fratarcangeli13].
enum class Bending { none, across, dihedral };

struct Cloth {
  TriangleMesh mesh;              ///< at rest
  std::vector<glm::vec3> rest_m;  ///< see DrawList::rest_m; empty: positions of `mesh`
  float density_kg_m2 = 0.2f;
  Bending bending = Bending::none;
  std::vector<int> pinned;    ///< vertices with infinite mass, moved only by `path`
  std::vector<PathKey> path;  ///< of the pinned vertices; empty: they stay in place
  bool path_repeats = true;
  std::vector<int> mirrored;  ///< pinned vertices whose path is negated along x and z
  Material material;
};

/// Adds a cloth as a separate body: one particle per vertex, one stretch constraint per edge, one
/// bending constraint per edge between two triangles.
void add_cloth(PbdModel& model, const Cloth& cloth);

}  // namespace limber
