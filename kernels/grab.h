#pragma once

// Grabbing, the same for bodies of every family: a reference follows the mouse as a critically
// damped spring would, and each family's solver pulls the point that is held along with it, by a
// limited impulse that it solves for among all others. That is a constraint on a velocity whose
// target comes from where the point is [Baumgarte72]: no weight and no stiffness
// leaves an error.

#include <glm/glm.hpp>

#include "kernels/clamped_length.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Natural angular frequency of the reference: it arrives within two tenths of a second.
constexpr float grab_per_s = 25.0f;
/// How fast what is left between the point and the reference goes away.
constexpr float grab_tracking_per_s = 40.0f;
/// The mouse pulls at the reference no harder than from so far; a flick, not an explosion.
constexpr float grab_limit_m = 0.5f;
/// The reference waits for a point that cannot follow.
constexpr float grab_lead_m = 0.2f;

/// A point that is held: the one that was grabbed, or one that was pinned by letting go.
struct alignas(16) GrabHold {
  glm::vec3 goal_m{0.0f};  ///< of a pin; what is grabbed follows the mouse
  int pinned = 0;
  glm::vec3 reference_m{0.0f};   ///< at the end of the step
  int fresh = 1;                 ///< no step has seen it yet
  glm::vec3 velocity_m_s{0.0f};  ///< of the reference in this step
  float unused = 0.0f;
};

/// How the point that is held moves as a step begins.
struct HeldPoint {
  glm::vec3 at_m;
  glm::vec3 velocity_m_s;
};

/// Moves the reference by a step, in implicit form, so that it is stable at any length of it.
/// scale: of all lengths, for bodies that are much larger or smaller than a metre.
LIMBER_HD inline GrabHold led(GrabHold hold, const HeldPoint& point, const glm::vec3& mouse_m,
                              float scale, float dt_s) {
  if (hold.fresh != 0) {
    hold.reference_m = point.at_m;
    hold.velocity_m_s = point.velocity_m_s;
    hold.fresh = 0;
  }
  const glm::vec3 start_m = hold.reference_m;
  const glm::vec3 way =
      clamped_length((hold.pinned != 0 ? hold.goal_m : mouse_m) - start_m, grab_limit_m * scale);
  const float w = grab_per_s * dt_s;
  const glm::vec3 velocity =
      (hold.velocity_m_s + way * (w * grab_per_s)) / ((1.0f + w) * (1.0f + w));
  hold.reference_m =
      point.at_m + clamped_length(start_m + velocity * dt_s - point.at_m, grab_lead_m);
  hold.velocity_m_s = (hold.reference_m - start_m) / dt_s;
  return hold;
}

/// The velocity that the point has to have in this step. at_m: where it is as the step begins.
LIMBER_HD inline glm::vec3 wanted_m_s(const GrabHold& hold, const glm::vec3& at_m, float dt_s,
                                      float tracking_per_s = grab_tracking_per_s) {
  const glm::vec3 behind = hold.reference_m - hold.velocity_m_s * dt_s - at_m;
  return hold.velocity_m_s + behind * (tracking_per_s / (1.0f + tracking_per_s * dt_s));
}

}  // namespace limber
