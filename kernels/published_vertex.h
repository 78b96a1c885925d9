#pragma once

#include <glm/glm.hpp>

namespace limber {

/// One vertex as the solvers publish it and as OpenGL reads it: 32 bytes, two 16-byte stores.
/// The pose of a rigid body is one, too: position_m is where the origin of the body's frame lies,
/// and (normal, quaternion_w) the unit quaternion (x, y, z, w) that turns that frame.
struct alignas(16) PublishedVertex {
  glm::vec3 position_m;
  float scalar;      ///< the ScalarField that is shown; else of a pose how wet it is, 0 to 1; or 0
  glm::vec3 normal;  ///< unit length; of a fluid's particle its velocity in m/s
  /// Of a pose; of a fluid's particle how large it is drawn, 1 within others, 0 where there is none
  /// (see kernels/fluid/flow.h); else 0.
  float quaternion_w;
};
static_assert(sizeof(PublishedVertex) == 32);

/// Of a pose: one without any turn is of a body that is parked somewhere and not to be seen.
inline bool is_shown(const PublishedVertex& pose) {
  return pose.quaternion_w != 0.0f || pose.normal != glm::vec3(0.0f);
}

}  // namespace limber
