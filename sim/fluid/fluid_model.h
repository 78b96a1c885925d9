#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

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

/// A fluid as it begins. Host memory.
struct FluidModel {
  float spacing_m = 0.02f;  ///< between particles at rest, in a cubic lattice
  std::vector<FluidBody> bodies;

  int particles() const {
    std::size_t all = 0;
    for (const FluidBody& body : bodies) all += body.places_m.size();
    return static_cast<int>(all);
  }
};

}  // namespace limber
