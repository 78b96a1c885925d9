#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

#include "kernels/fluid/flow.h"

namespace limber {

/// Support radius of the kernels.
inline constexpr float support_spacings = 2.0f;
/// Distance that particles keep from solids: as if a lattice continued behind the surface.
inline constexpr float keep_spacings = 0.5f;

/// Appearance of a fluid.
struct FluidLook {
  glm::vec3 absorption_per_m{2.4f, 0.55f, 0.35f};  ///< RGB
  glm::vec3 scatter{0.0f};                         ///< linear RGB of a thick layer by itself
  float refraction = 1.33f;                        ///< index of refraction

  bool operator==(const FluidLook&) const = default;
};

/// A set of initial particles with the same velocity and look.
struct FluidBody {
  std::vector<glm::vec3> places_m;
  glm::vec3 velocity_m_s{0.0f};
  FluidLook look;
};

/// A round nozzle that emits fluid.
struct FluidSource {
  glm::vec3 center_m{0.0f};  ///< of its mouth
  glm::vec3 direction{0.0f, -1.0f, 0.0f};
  float radius_m = 0.05f;
  float speed_m_s = 1.0f;
  float start_s = 0.0f, stop_s = 1e6f;
  float drops_per_s = 0.0f;   ///< single particles, scattered over the mouth; 0: a full jet
  int max_particles = 10000;  ///< from this source that may exist at a time
  FluidLook look;

  bool operator==(const FluidSource&) const = default;
};

/// Length of the nozzle, out of which an emitter pushes all fluid.
inline constexpr float nozzle_spacings = 2.0f;

/// The initial state of a fluid. Host memory.
struct FluidModel {
  float spacing_m = 0.02f;  ///< between particles at rest, in a cubic lattice
  std::vector<FluidBody> bodies;
  std::vector<FluidSource> sources;
  std::vector<FluidDrain> drains;
  int max_specks = 0;  ///< of foam that may exist at a time; 0: no foam

  int particles_at_start() const {
    std::size_t all = 0;
    for (const FluidBody& body : bodies) all += body.places_m.size();
    return static_cast<int>(all);
  }
  /// Including those that sources may add.
  int max_particles() const {
    int all = particles_at_start();
    for (const FluidSource& source : sources) all += source.max_particles;
    return all;
  }
};

/// Positions at which a layer of particles enters at the back of a source: a square lattice within
/// its radius.
std::vector<glm::vec3> layer_of(const FluidSource& source, float spacing_m);

}  // namespace limber
