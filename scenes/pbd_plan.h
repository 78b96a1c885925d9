#pragma once

#include "scenes/system_plan.h"
#include "sim/pbd/one_body.h"
#include "sim/pbd/pbd_system.h"

namespace limber {

inline void move_model(PbdModel& model, const glm::vec3& by_m) {
  for (Particle& p : model.particles) p.position_m += by_m;
  for (glm::vec3& x : model.start_m) x += by_m;
  for (MovedPin& pin : model.moved_pins) pin.start_m += by_m;
}

/// So far.
inline int bodies_of(const PbdModel& model) {
  return model.body_of_particle.empty() ? 0 : model.body_of_particle.back() + 1;
}

inline float largest_radius_of(const PbdModel&) { return 0.0f; }

inline std::unique_ptr<System> make_system(Exec& exec, const std::shared_ptr<const PbdModel>& model,
                                           const ColliderCount& /*colliders*/,
                                           const PbdSettings& settings) {
  return std::make_unique<PbdSystem>(exec, *model, settings);
}

}  // namespace limber
