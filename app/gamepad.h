#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "app/actions.h"
#include "kernels/backend.h"
#include "render/window.h"

namespace limber {

/// Gamepad input from one picture to the next.
struct PadWish {
  glm::vec3 fly{0.0f};          ///< right, up, forward: -1 to 1, times the usual speed
  glm::vec2 turn{0.0f};         ///< right, up: the same
  bool holds = false;           ///< grabs at the centre of the picture
  bool blows = false;           ///< blows at the centre
  std::vector<Action> pressed;  ///< since the last picture
  /// Whether there is any gamepad input.
  bool any() const;
};

/// before: the state at the last picture; buttons held while a gamepad is connected do not count as
/// pressed. running: the current backend; a button selects the next usable one.
PadWish wish_of(const PadState& now, const PadState& before, Backend running, bool has_cuda);

}  // namespace limber
