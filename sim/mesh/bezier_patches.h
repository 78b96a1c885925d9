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

/// u runs along the rows' order, v along the columns'; both from 0 to 1.
glm::vec3 point_on(const BezierPatch& patch, float u, float v);

/// Patches in segments * segments quads of two triangles, welded where their points are equal;
/// triangles that are an edge or a point are left out. They face where u x v does.
TriangleMesh tessellated(std::span<const BezierPatch> patches, int segments);

/// A surface of patches and their mirror images, all facing the same way as the first.
struct PatchSurface {
  std::string name;
  std::vector<BezierPatch> patches;
};

/// Reads patches that are written as in assets/teapot.txt. name: of the file, for messages.
/// Throws Error(bad_input) with its line for what cannot be read.
std::vector<PatchSurface> read_patches(std::string_view text, const std::string& name);

}  // namespace limber
