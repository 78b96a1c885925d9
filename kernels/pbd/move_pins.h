#pragma once

// Pinned particles that follow a path.

#include <glm/glm.hpp>

#include "kernels/frame_inputs.h"
#include "kernels/hd.h"
#include "kernels/path.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

struct MovedPin {
  glm::vec3 start_m;
  int particle;
  int path;
};

/// Moves pins to their positions at the end of a substep. One thread per pin.
struct MovePins {
  View<const MovedPin> pins;
  View<const Path> paths;
  View<const PathKey> keys;
  View<const FrameInputs> inputs;
  View<Particle> particles;
  double time_in_frame_s;

  LIMBER_HD void operator()(int p) const {
    const MovedPin pin = pins[p];
    const Path path = paths[pin.path];
    float time_s = inputs[0].at_s(time_in_frame_s);
    if (path.repeats != 0) {
      const float end_s = keys[path.first + path.count - 1].time_s;
      time_s -= end_s * glm::floor(time_s / end_s);
    }
    glm::vec3 velocity_m_s;
    const glm::vec3 shift_m = path_shift_m(path, keys, time_s, velocity_m_s);
    particles[pin.particle].position_m = pin.start_m + shift_m;
  }
};

}  // namespace limber
