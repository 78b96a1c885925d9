#pragma once

#include <cmath>
#include <vector>

#include "sim/fluid/fluid_system.h"
#include "tests/sim/small_worlds.h"

namespace limber {

constexpr float fluid_spacing_m = 0.02f;

struct FluidWorld : World {
  FluidWorld(Exec& exec, const Placed<FluidModel>& model, const FluidSettings& settings)
      : World(exec, {group_of(model, [&](Exec& on) {
                return std::make_unique<FluidSystem>(on, model, settings);
              })}) {}
  FluidSystem& fluid() { return system<FluidSystem>(); }
};

inline void run_s(World& world, double time_s) {
  run(world, static_cast<int>(std::lround(time_s / world.dt_s())));
}

/// A block of `along` particles along each axis, around a centre.
inline FluidBody fluid_block(glm::ivec3 along, float spacing_m, glm::vec3 center_m,
                             glm::vec3 velocity_m_s = glm::vec3(0.0f)) {
  FluidBody body{.velocity_m_s = velocity_m_s};
  for (int z = 0; z < along.z; ++z)
    for (int y = 0; y < along.y; ++y)
      for (int x = 0; x < along.x; ++x)
        body.places_m.push_back(center_m +
                                spacing_m * (glm::vec3(x, y, z) - 0.5f * glm::vec3(along - 1)));
  return body;
}

/// Four walls around [-x/2, x/2] times [-z/2, z/2], and a ground.
inline std::vector<Collider> basin(float x_m, float z_m) {
  std::vector<Collider> walls{Collider{}};
  for (const glm::vec3 out : {glm::vec3(1, 0, 0), {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}}) {
    const float inner_m = 0.5f * (out.x != 0 ? x_m : z_m);
    walls.push_back({.shape = ColliderShape::box,
                     .center_m = out * (inner_m + 0.2f) + glm::vec3(0, 1, 0),
                     .half_size_m = {out.x != 0 ? 0.2f : x_m, 2.0f, out.z != 0 ? 0.2f : z_m}});
  }
  return walls;
}

/// A pool that fills a basin to a height of `along.y` spacings.
inline Placed<FluidModel> pool(glm::ivec3 along, float spacing_m) {
  Placed<FluidModel> model;
  model.spacing_m = spacing_m;
  const glm::vec3 size_m = spacing_m * glm::vec3(along);
  model.bodies = {fluid_block(along, spacing_m, {0.0f, 0.5f * size_m.y, 0.0f})};
  model.colliders = basin(size_m.x, size_m.z);
  return model;
}

inline FluidSettings floating_free() {
  FluidSettings settings;
  settings.gravity_m_s2 = 0.0f;
  return settings;
}

}  // namespace limber
