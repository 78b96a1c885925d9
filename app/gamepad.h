#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "app/actions.h"
#include "kernels/solver.h"
#include "render/window.h"

namespace limber {

/// What the user of a gamepad asks for, from one picture to the next.
struct PadWish {
  glm::vec3 fly{0.0f};          ///< to the right, up, forward: shares of the usual speed, -1 to 1
  glm::vec2 turn{0.0f};         ///< to the right, up: the same
  bool holds = false;           ///< what is in the middle of the picture
  bool blows = false;           ///< at it
  std::vector<Action> pressed;  ///< since the picture before
  /// Whether the gamepad is used, and not the mouse.
  bool any() const;
};

/// before: the state at the picture before; of a gamepad that was not there, what is down has not
/// been pressed. running: the solver, of which a button takes the next one that is usable.
PadWish wish_of(const PadState& now, const PadState& before, Solver running, bool has_cuda);

}  // namespace limber
