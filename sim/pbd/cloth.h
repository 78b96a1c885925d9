#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"
#include "sim/pbd/model.h"
#include "sim/publish.h"

namespace limber {

/// How a surface resists folding: not at all, by the distance across each edge (000), or by the
/// angle at it (002).
enum class Bending { none, across, dihedral };

struct Cloth {
  TriangleMesh mesh;  ///< at rest
  float density_kg_m2 = 0.2f;
  Bending bending = Bending::none;
  std::vector<int> pinned;  ///< vertices that nothing moves
  Material material;
};

/// Adds a cloth as a body of its own: a particle a vertex, a stretch constraint an edge, a bending
/// constraint an edge between two triangles.
void add_cloth(PbdModel& model, const Cloth& cloth);

/// A rectangle of columns x rows vertices with one diagonal a cell, vertex (c, r) at index
/// r * columns + c, around `center_m`; `right` and `down` are its unit directions and its front
/// looks along cross(down, right). Both counts at least 2.
TriangleMesh grid_mesh(int columns, int rows, glm::vec2 size_m, glm::vec3 center_m, glm::vec3 right,
                       glm::vec3 down);

/// A geodesic sphere: an icosahedron whose edges are halved `subdivisions` times.
TriangleMesh ball_mesh(int subdivisions, float radius_m, glm::vec3 center_m);

/// Scales a mesh so that its largest side is `size_m`, around `center_m`. A mesh without extent
/// stays as it is.
void fit(TriangleMesh& mesh, float size_m, glm::vec3 center_m);

}  // namespace limber
