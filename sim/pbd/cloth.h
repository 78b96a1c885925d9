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
  std::vector<glm::vec3> rest_m;  ///< as DrawList::rest_m has them; empty: as `mesh`
  float density_kg_m2 = 0.2f;
  Bending bending = Bending::none;
  std::vector<int> pinned;    ///< vertices that nothing moves but a path
  std::vector<PathKey> path;  ///< that they go; empty: they stay
  bool path_repeats = true;
  std::vector<int> mirrored;  ///< those of them that go the other way along x and z
  Material material;
};

/// Adds a cloth as a body of its own: a particle a vertex, a stretch constraint an edge, a bending
/// constraint an edge between two triangles.
void add_cloth(PbdModel& model, const Cloth& cloth);

}  // namespace limber
