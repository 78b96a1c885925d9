#pragma once

// Non-pressure forces on a fluid: gravity, viscosity (the Laplacian of [Monaghan05, section 9]) and
// the user's grab.

#include <glm/glm.hpp>

#include "kernels/fluid/particles.h"
#include "kernels/frame_inputs.h"
#include "kernels/grab.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Rate at which viscosity reduces the velocity difference of two particles, divided by the
/// kinematic viscosity.
LIMBER_HD inline float viscous_per_m2(const FluidTraits& traits, float squared_m2) {
  const float support_m2 = traits.kernel.support_m * traits.kernel.support_m;
  return -2.0f * traits.volume_m3 * traits.kernel.slope_per_m5(glm::sqrt(squared_m2)) * squared_m2 /
         (squared_m2 + 0.01f * support_m2);
}

/// Moves the grab's reference, which stirs the fluid. One element.
struct LeadStirrer {
  View<GrabHold> grabber;
  View<const FrameInputs> inputs;
  float dt_s;

  LIMBER_HD void operator()(int) const {
    const GrabHold hold = grabber[0];
    grabber[0] =
        led(hold, {hold.reference_m, hold.velocity_m_s}, inputs[0].grab_target_m, 1.0f, dt_s);
  }
};

/// A particle's velocity after the grab, which drags a ball of fluid along.
LIMBER_HD inline glm::vec3 stirred_m_s(View<const GrabHold> grabber, float radius_m,
                                       const glm::vec3& x, const glm::vec3& velocity_m_s) {
  if (grabber.empty()) return velocity_m_s;
  const glm::vec3 from_grab = x - grabber[0].reference_m;
  const float near = 1.0f - glm::dot(from_grab, from_grab) / (radius_m * radius_m);
  if (!(near > 0.0f)) return velocity_m_s;
  return velocity_m_s + (grabber[0].velocity_m_s - velocity_m_s) * (near * near);
}

/// Integrates these forces over a step. One thread per sorted place.
struct ApplyFluidForces {
  static constexpr int grain = 128;
  SortedFluid fluid;
  View<glm::vec4> velocities_after_m_s;
  View<const GrabHold> grabber;  ///< empty: nothing is held
  float grab_radius_m;
  float gravity_m_s2;
  float viscosity_m2_s;
  float wall_per_m2;  ///< like viscous_per_m2(), for walls that make up all of the density
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]), v(fluid.velocities_m_s[i]);
    glm::vec3 change(0.0f, -gravity_m_s2 * dt_s, 0.0f);
    if (viscosity_m2_s > 0.0f) {
      glm::vec3 worn(0.0f);
      const int count = fluid.neighbors.counts[i];
      for (int k = 0; k < count; ++k) {
        const int j = fluid.neighbors.place(i, k);
        const glm::vec3 offset = x - glm::vec3(fluid.places_m[j]);
        worn += (glm::vec3(fluid.velocities_m_s[j]) - v) *
                viscous_per_m2(fluid.traits, glm::dot(offset, offset));
      }
      const SolidDrag solid(fluid, i);
      worn += (solid.velocity_m_s - v) * (solid.share * wall_per_m2);
      change += worn * (viscosity_m2_s * dt_s);
    }
    velocities_after_m_s[i] = glm::vec4(stirred_m_s(grabber, grab_radius_m, x, v + change), 0.0f);
  }
};

}  // namespace limber
