#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/publish.h"

namespace limber {

/// How many levels of detail a mesh has at most; shaders/instances.comp counts as far.
constexpr int max_levels = 8;

/// Triangles that stand for a mesh where it is seen from so far that an error shows no more.
struct Level {
  std::vector<glm::uvec3> triangles;
  float error_m = 0.0f;  ///< about how far they are from the mesh; 0 for the mesh itself
};

/// A mesh and its levels of detail, which have its vertices, from the mesh itself to the coarsest.
struct LeveledMesh {
  std::vector<glm::vec3> positions_m;
  std::vector<glm::vec3> normals;
  std::vector<Level> levels;
};

/// The vertices and triangles of a mesh, simplified as far as it can be.
LeveledMesh leveled(const StaticMesh& mesh);

/// A sphere around the origin.
LeveledMesh leveled_sphere(float radius_m);

}  // namespace limber
