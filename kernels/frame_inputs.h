#pragma once

#include <glm/glm.hpp>

namespace limber {

/// What changes from frame to frame, in memory, so that a captured frame can be replayed.
struct FrameInputs {
  float time_s;  ///< at the start of the frame
  glm::vec3 grab_target_m;
};

}  // namespace limber
