#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

#include "kernels/fluid/flow.h"

namespace limber {

/// How far a particle sees others and solids.
inline constexpr float support_spacings = 2.0f;
/// How far from solids particles stay: as those of a lattice that goes on behind them would.
inline constexpr float keep_spacings = 0.5f;

/// How a fluid looks.
struct FluidLook {
  glm::vec3 absorption_per_m{2.4f, 0.55f, 0.35f};  ///< of red, green and blue light
  glm::vec3 scatter{0.0f};   ///< linear RGB that a thick layer shows by itself
  float refraction = 1.33f;  ///< index

  bool operator==(const FluidLook&) const = default;
};

/// Particles that begin together.
struct FluidBody {
  std::vector<glm::vec3> places_m;
  glm::vec3 velocity_m_s{0.0f};
  FluidLook look;
};

/// A round nozzle from which fluid flows.
struct FluidSource {
  glm::vec3 center_m{0.0f};  ///< of its mouth
  glm::vec3 direction{0.0f, -1.0f, 0.0f};
  float radius_m = 0.05f;
  float speed_m_s = 1.0f;
  float start_s = 0.0f, stop_s = 1e6f;
  float drops_per_s = 0.0f;   ///< lone particles, scattered over the mouth; 0: it is full
  int max_particles = 10000;  ///< of its own that there can be at a time
  FluidLook look;

  bool operator==(const FluidSource&) const = default;
};

/// How long the nozzle is of which an emitter pushes all fluid out.
inline constexpr float nozzle_spacings = 2.0f;

/// A fluid as it begins. Host memory.
struct FluidModel {
  float spacing_m = 0.02f;  ///< between particles at rest, in a cubic lattice
  std::vector<FluidBody> bodies;
  std::vector<FluidSource> sources;
  std::vector<FluidDrain> drains;
  int max_specks = 0;  ///< of foam that there can be at a time; 0: it does not foam

  int particles_at_start() const {
    std::size_t all = 0;
    for (const FluidBody& body : bodies) all += body.places_m.size();
    return static_cast<int>(all);
  }
  /// With those that sources may add.
  int max_particles() const {
    int all = particles_at_start();
    for (const FluidSource& source : sources) all += source.max_particles;
    return all;
  }
};

/// Where the particles of a layer enter at a source's back: a square lattice in its round.
std::vector<glm::vec3> layer_of(const FluidSource& source, float spacing_m);

}  // namespace limber
