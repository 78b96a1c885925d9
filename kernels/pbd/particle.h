#pragma once

#include <glm/glm.hpp>

namespace limber {

/// 16 bytes, so that a kernel loads and stores a particle at once.
struct alignas(16) Particle {
  glm::vec3 position_m;
  float inverse_mass_per_kg;  ///< 0: nothing moves it
};

/// The particles of one constraint.
template <int N>
struct alignas(4 * N) Corners {
  int at[N];
};

}  // namespace limber
