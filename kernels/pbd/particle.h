#pragma once

#include <glm/glm.hpp>

namespace limber {

/// 16 bytes, so that a kernel loads or stores a particle with one access.
struct alignas(16) Particle {
  glm::vec3 position_m;
  float inverse_mass_per_kg;  ///< 0: fixed
};

/// The particles of one constraint.
template <int N>
struct alignas(4 * N) Corners {
  int at[N];
};

}  // namespace limber
