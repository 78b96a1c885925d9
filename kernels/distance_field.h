#pragma once

// Solids of any shape as samples of their signed distance [Jones06]. Between samples the distance
// is trilinear and the normal is the gradient of the same interpolant, so that both are consistent.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/surface_point.h"
#include "kernels/view.h"

namespace limber {

/// The sample grid of a solid, in the frame of its mesh. Samples are floats in metres, negative
/// inside, x fastest and z slowest, in a pool that many fields may share.
struct DistanceField {
  glm::vec3 origin_m{0.0f};  ///< of the first sample, which has the smallest coordinates
  float spacing_m = 0.0f;
  glm::ivec3 samples{0};  ///< along each axis, at least 2
  int first_sample = 0;   ///< in the pool

  LIMBER_HD int index(int x, int y, int z) const {
    return first_sample + x + samples.x * (y + samples.y * z);
  }
  LIMBER_HD glm::vec3 place_m(int x, int y, int z) const {
    return origin_m + spacing_m * glm::vec3(x, y, z);
  }
  LIMBER_HD int count() const { return samples.x * samples.y * samples.z; }
};

namespace distance_field_detail {

/// The coordinate, clamped to the grid, in cells; 0 for NaN.
LIMBER_HD inline float within(float x, int samples) {
  const auto last = static_cast<float>(samples - 1);
  return x > 0.0f ? (x < last ? x : last) : 0.0f;
}

LIMBER_HD inline int cell_of(float x, int samples) {
  const int cell = static_cast<int>(x);
  return cell < samples - 2 ? cell : samples - 2;
}

LIMBER_HD inline float blended(float a, float b, float share) { return a + share * (b - a); }

LIMBER_HD inline glm::vec3 unit_or(const glm::vec3& x, const glm::vec3& fallback) {
  const float length = glm::sqrt(glm::dot(x, x));
  return length > 1e-6f ? x / length : fallback;
}

}  // namespace distance_field_detail

/// Distance to and normal of the nearest surface, from a point in the mesh's frame. The normal
/// always has unit length, and points up where the gradient vanishes, as at the centre of a ball.
///
/// Outside the grid the distance is a lower bound, since the solid lies inside: sqrt(e2 + d2), for
/// a distance e to the nearest point of the grid's box, and d from there to the solid. Value and
/// normal are continuous across the sides of the box.
LIMBER_HD inline SurfacePoint nearest_surface(const DistanceField& field,
                                              const View<const float>& samples,
                                              const glm::vec3& point_m) {
  using namespace distance_field_detail;
  const glm::vec3 wanted = (point_m - field.origin_m) / field.spacing_m;
  const glm::vec3 at(within(wanted.x, field.samples.x), within(wanted.y, field.samples.y),
                     within(wanted.z, field.samples.z));
  const int x = cell_of(at.x, field.samples.x), y = cell_of(at.y, field.samples.y),
            z = cell_of(at.z, field.samples.z);
  const glm::vec3 share = at - glm::vec3(x, y, z);

  // On the four edges of the cell along x: the value, and its growth per cell.
  float value[2][2], growth[2][2];
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 2; ++j) {
      const int i = field.index(x, y + j, z + k);
      growth[k][j] = samples[i + 1] - samples[i];
      value[k][j] = samples[i] + share.x * growth[k][j];
    }
  const float near = blended(value[0][0], value[0][1], share.y),
              far = blended(value[1][0], value[1][1], share.y);
  const float distance_m = blended(near, far, share.z);
  const glm::vec3 gradient(blended(blended(growth[0][0], growth[0][1], share.y),
                                   blended(growth[1][0], growth[1][1], share.y), share.z),
                           blended(value[0][1] - value[0][0], value[1][1] - value[1][0], share.z),
                           far - near);
  const glm::vec3 normal = unit_or(gradient / field.spacing_m, {0.0f, 1.0f, 0.0f});

  const glm::vec3 beyond_m = (wanted - at) * field.spacing_m;
  const float beyond2_m2 = glm::dot(beyond_m, beyond_m);
  if (beyond2_m2 == 0.0f) return {distance_m, normal};
  const float from_box_m = distance_m > 0.0f ? distance_m : 0.0f;
  return {glm::sqrt(beyond2_m2 + from_box_m * from_box_m),
          unit_or(beyond_m + from_box_m * normal, normal)};
}

}  // namespace limber
