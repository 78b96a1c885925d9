#pragma once

#include <glm/glm.hpp>

namespace limber {

/// One vertex as the solvers publish it and as OpenGL reads it: 32 bytes, two 16-byte stores.
struct alignas(16) PublishedVertex {
  glm::vec3 position_m;
  float scalar;      ///< the ScalarField that is shown, else 0
  glm::vec3 normal;  ///< unit length
  float unused;
};
static_assert(sizeof(PublishedVertex) == 32);

}  // namespace limber
