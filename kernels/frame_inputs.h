#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/wind.h"

namespace limber {

/// Values that change from frame to frame, in memory, so that a captured frame can be replayed.
struct FrameInputs {
  double time_s;  ///< at the start of the frame
  glm::vec3 grab_target_m;
  Breath breath{};

  /// In single precision the sum, and with it the result of the same steps, would depend on where
  /// frames begin.
  LIMBER_HD float at_s(double time_in_frame_s) const {
    return static_cast<float>(time_s + time_in_frame_s);
  }
};

}  // namespace limber
