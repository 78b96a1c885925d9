#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/fluid/flow.h"
#include "kernels/fluid/particles.h"
#include "kernels/pbd/particle.h"
#include "sim/draw_list.h"
#include "sim/fluid/fluid_model.h"

// A model laid out for the kernels. Host memory.

namespace limber {

/// One per particle slot, free ones included.
std::vector<Particle> particles_of(const FluidModel& model, float mass_kg);
std::vector<FluidMotion> motions_of(const FluidModel& model);

std::vector<FluidEmitter> emitters_of(const FluidModel& model);
/// Points of the layers of all emitters, relative to the middle of the layer.
std::vector<glm::vec3> layer_points_m(const FluidModel& model);

DrawList draw_list_of(const FluidModel& model);

}  // namespace limber
