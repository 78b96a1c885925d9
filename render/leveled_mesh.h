#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/publish.h"

namespace limber {

/// Maximum levels of detail of a mesh; the same as in shaders/instances.comp.
constexpr int max_levels = 12;

/// Simplified triangles of a mesh, for distances at which their error is invisible.
struct Level {
  std::vector<glm::uvec3> triangles;
  float error_m = 0.0f;  ///< approximate distance from the mesh; 0 for the mesh itself
  bool closed = false;   ///< encloses a volume: from outside, front faces hide the back faces
};

/// A mesh and its levels of detail, from the mesh itself to the coarsest; all use its vertices.
struct LeveledMesh {
  std::vector<glm::vec3> positions_m;
  std::vector<glm::vec3> normals;
  std::vector<Level> levels;
};

/// Builds the levels of detail of a mesh.
LeveledMesh leveled(const StaticMesh& mesh);

/// Whether triangles enclose a volume and face outwards. Vertices at one position count as one.
bool is_closed(const std::vector<glm::vec3>& positions_m, const std::vector<glm::uvec3>& triangles);

/// A sphere around the origin.
LeveledMesh leveled_sphere(float radius_m);

}  // namespace limber
