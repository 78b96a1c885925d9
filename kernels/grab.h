#pragma once

// Grabbing, the same for all families of bodies: a reference follows the mouse like a critically
// damped spring, and each family's solver pulls the held point along with it by a limited impulse,
// which it solves for together with all others. This is a velocity constraint whose target depends
// on the point's position [Baumgarte72]: no weight and no stiffness leaves an error.

#include <glm/glm.hpp>

#include "kernels/clamped_length.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Natural angular frequency of the reference: it arrives within two tenths of a second.
constexpr float grab_per_s = 25.0f;
/// Decay rate of the distance between the point and the reference.
constexpr float grab_tracking_per_s = 40.0f;
/// Limit of the distance at which the mouse pulls the reference: a flick is not an explosion.
constexpr float grab_limit_m = 0.5f;
/// Limit of the reference's lead: it waits for a point that cannot follow.
constexpr float grab_lead_m = 0.2f;

/// A held point: it is grabbed, or was pinned when it was let go.
struct alignas(16) GrabHold {
  glm::vec3 goal_m{0.0f};  ///< of a pin; a grabbed point follows the mouse
  int pinned = 0;
  glm::vec3 reference_m{0.0f};   ///< at the end of the step
  int fresh = 1;                 ///< the reference is not initialised yet
  glm::vec3 velocity_m_s{0.0f};  ///< of the reference in this step
  float unused = 0.0f;
};

/// The held point at the start of a step.
struct HeldPoint {
  glm::vec3 at_m;
  glm::vec3 velocity_m_s;
};

/// Moves the reference by a step of implicit integration, stable at any step length. scale: of
/// grab_limit_m, for bodies that are much larger or smaller than a metre.
LIMBER_HD inline GrabHold led(GrabHold hold, const HeldPoint& point, const glm::vec3& mouse_m,
                              float scale, float dt_s) {
  if (hold.fresh != 0) {
    hold.reference_m = point.at_m;
    hold.velocity_m_s = point.velocity_m_s;
    hold.fresh = 0;
  }
  const glm::vec3 start_m = hold.reference_m;
  const glm::vec3 offset =
      clamped_length((hold.pinned != 0 ? hold.goal_m : mouse_m) - start_m, grab_limit_m * scale);
  const float w = grab_per_s * dt_s;
  const glm::vec3 velocity =
      (hold.velocity_m_s + offset * (w * grab_per_s)) / ((1.0f + w) * (1.0f + w));
  hold.reference_m =
      point.at_m + clamped_length(start_m + velocity * dt_s - point.at_m, grab_lead_m);
  hold.velocity_m_s = (hold.reference_m - start_m) / dt_s;
  return hold;
}

/// The velocity that the point is to have in this step. at_m: its position as the step begins.
LIMBER_HD inline glm::vec3 wanted_m_s(const GrabHold& hold, const glm::vec3& at_m, float dt_s,
                                      float tracking_per_s = grab_tracking_per_s) {
  const glm::vec3 behind = hold.reference_m - hold.velocity_m_s * dt_s - at_m;
  return hold.velocity_m_s + behind * (tracking_per_s / (1.0f + tracking_per_s * dt_s));
}

}  // namespace limber
