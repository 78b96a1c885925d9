#pragma once

#include <glm/glm.hpp>

namespace limber {

/// Where a point of a drawn surface rides on simulated ones: weights of four of them, which add up
/// to 1 and may be negative. A point that is a simulated one has weight 1 for it and 0 elsewhere.
struct alignas(16) Attachment {
  glm::ivec4 corners;
  glm::vec4 weights;
};

}  // namespace limber
