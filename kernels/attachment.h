#pragma once

#include <glm/glm.hpp>

namespace limber {

/// A point of a drawn surface, as the weighted sum of four simulated points. The weights add up to
/// 1 and may be negative. A point that is itself simulated has weight 1 for itself, 0 elsewhere.
struct alignas(16) Attachment {
  glm::ivec4 corners;
  glm::vec4 weights;
};

}  // namespace limber
