#include "sim/fluid/rest_lattice.h"

#include <algorithm>

#include "kernels/fluid/forces.h"
#include "kernels/portable_math.h"

namespace limber {

namespace {

/// The sum of of(offset) over the neighbours of a particle in a lattice at rest.
template <class Of>
float lattice_sum(float spacing_m, const Of& of) {
  float sum = 0.0f;
  for (int x = -2; x <= 2; ++x)
    for (int y = -2; y <= 2; ++y)
      for (int z = -2; z <= 2; ++z)
        if (x != 0 || y != 0 || z != 0) sum += of(spacing_m * glm::vec3(x, y, z));
  return sum;
}

}  // namespace

float wear_at_rest_per_m2(const FluidTraits& traits, float spacing_m) {
  return lattice_sum(
      spacing_m, [&](const glm::vec3& way) { return viscous_per_m2(traits, glm::dot(way, way)); });
}

float sph_wear_at_rest_per_m2(const FluidTraits& traits, float spacing_m) {
  const float h = traits.kernel.support_m;
  return lattice_sum(spacing_m, [&](const glm::vec3& way) {
    const float left_m = std::max(h - glm::length(way), 0.0f);
    return 45.0f / (pi * h * h * h * h * h * h) * traits.volume_m3 * left_m;
  });
}

float shear_factor(const FluidTraits& traits, float spacing_m) {
  // viscous_per_m2() has 2 in its place, and is not projected on the line between the particles.
  return 4.0f / lattice_sum(spacing_m, [&](const glm::vec3& way) {
           const float squared_m2 = glm::dot(way, way);
           return viscous_per_m2(traits, squared_m2) * way.x * way.x * way.y * way.y / squared_m2;
         });
}

float wall_wear_per_m2(const FluidTraits& traits, float spacing_m) {
  const float share = traits.kernel.behind_plane(0.5f * spacing_m + traits.wall_back_m);
  return 2.0f / (spacing_m * spacing_m * share);
}

float max_curl_per_m2(const FluidTraits& traits, float spacing_m) {
  const float gradients_per_m = lattice_sum(spacing_m, [&](const glm::vec3& way) {
    const float distance_m = glm::length(way);
    return -traits.volume_m3 * traits.kernel.slope_per_m5(distance_m) * distance_m;
  });
  // Each curl is at most twice the sum: differences to neighbours may have twice the max. velocity.
  return 4.0f * gradients_per_m * gradients_per_m;
}

float cone_weights_at_rest(const FluidTraits& traits, float spacing_m) {
  return lattice_sum(spacing_m, [&](const glm::vec3& way) {
    return std::max(1.0f - glm::length(way) / traits.kernel.support_m, 0.0f);
  });
}

SurfaceKernel surface_kernel(const FluidTraits& traits, float spacing_m) {
  const SurfaceKernel whole{traits.kernel.support_m * traits.kernel.support_m};
  return {whole.support_m2,
          1.0f / (whole.value(0.0f) + lattice_sum(spacing_m, [&](const glm::vec3& way) {
                    return whole.value(glm::dot(way, way));
                  }))};
}

float wall_fill(const FluidTraits& traits, const SurfaceKernel& kernel, float spacing_m) {
  const float behind = lattice_sum(spacing_m, [&](const glm::vec3& way) {
    return way.y < 0.0f ? kernel.value(glm::dot(way, way)) : 0.0f;
  });
  return behind / traits.kernel.behind_plane(0.5f * spacing_m + traits.wall_back_m);
}

}  // namespace limber
