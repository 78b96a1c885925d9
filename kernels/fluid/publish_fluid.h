#pragma once

// What is drawn of a fluid: one vertex per particle.

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/fluid/flow.h"
#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

enum class FluidField : std::int32_t { none, speed, density, pressure };

/// Drawn size of a particle: one without neighbours, which has only its own density, is a small
/// drop.
LIMBER_HD inline float shown_size(float density) {
  return glm::clamp(0.4f + 0.6f * (density - 0.35f) / 0.35f, 0.4f, 1.0f);
}

struct PublishFluid {
  View<const Particle> particles;
  View<const Particle> previous;  ///< empty: show particles as they are
  View<const FluidMotion> motions;
  // In the order of creation.
  View<const float> density_errors, pressures_Pa;
  float blend;  ///< 0 shows `previous`, 1 shows `particles`
  FluidField field;
  View<const int> not_finite;  ///< once raised, the last good vertices are left as they are
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] != 0) return;
    if (is_free(particles[i])) {
      out[i] = {particles[i].position_m, 0.0f, glm::vec3(0.0f), 0.0f};
      return;
    }
    glm::vec3 x = particles[i].position_m;
    if (!previous.empty()) {
      const glm::vec3 old = previous[i].position_m;
      x = old + (x - old) * blend;
    }
    const glm::vec3 v = motions[i].velocity_m_s;
    float value = 0.0f;
    if (field == FluidField::speed) value = glm::sqrt(glm::dot(v, v));
    if (field == FluidField::density) value = 100.0f * density_errors[i];
    if (field == FluidField::pressure) value = pressures_Pa[i];
    out[i] = {x, value, v, shown_size(1.0f + density_errors[i])};
  }
};

}  // namespace limber
