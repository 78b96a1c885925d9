#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "render/gl_object.h"
#include "sim/publish.h"

// Uploads of draw lists to OpenGL buffers, for files that include OpenGL's headers.

namespace limber {

/// Returns no buffer for empty content.
template <class T>
GlBuffer upload(std::span<const T> content) {
  if (content.empty()) return {};
  GlBuffer buffer = make_buffer();
  glNamedBufferStorage(buffer.name(), static_cast<GLsizeiptr>(content.size_bytes()), content.data(),
                       0);
  return buffer;
}

/// Throws Error(bad_input) unless all indices are below `vertices`. what: "triangle", ...
void check_indices(std::span<const glm::uvec2> indices, std::size_t vertices, const char* what);
void check_indices(std::span<const glm::uvec3> indices, std::size_t vertices, const char* what);

/// Throws Error(bad_input) unless there is one normal per position and all indices are valid.
/// of_what: "the scenery", ...
void check_mesh(const StaticMesh& mesh, const char* of_what);

}  // namespace limber
