#pragma once

#include <array>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A bicubic Bezier patch: row r, column c at 4 r + c.
using BezierPatch = std::array<glm::vec3, 16>;

/// u increases with the row, v with the column; both from 0 to 1.
glm::vec3 point_on(const BezierPatch& patch, float u, float v);

/// Tessellates each patch into segments * segments quads of two triangles. Equal points are welded,
/// triangles with coinciding corners left out. The front faces the side of du x dv.
TriangleMesh tessellated(std::span<const BezierPatch> patches, int segments);

/// A surface of patches and their mirror images, consistently oriented.
struct PatchSurface {
  std::string name;
  std::vector<BezierPatch> patches;
};

/// Reads patches in the format of assets/teapot.txt. name: of the file, for messages. Throws
/// Error(bad_input) with the line for malformed input.
std::vector<PatchSurface> read_patches(std::string_view text, const std::string& name);

}  // namespace limber
