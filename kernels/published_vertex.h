#pragma once

#include <glm/glm.hpp>

namespace limber {

/// One vertex as the solvers publish it and as OpenGL reads it: 32 bytes, two 16-byte stores. It
/// can also be the pose of a rigid body: position_m is the origin of the body's frame, and (normal,
/// quaternion_w) the unit quaternion (x, y, z, w) of its orientation.
struct alignas(16) PublishedVertex {
  glm::vec3 position_m;
  float scalar;  ///< the ScalarField that is shown; otherwise the wetness of a pose, 0 to 1; or 0
  glm::vec3 normal;  ///< unit length; of a fluid particle, its velocity in m/s
  /// Of a pose; of a fluid particle, the size that it is drawn with, 1 within others, 0 where there
  /// is none (see kernels/fluid/flow.h); otherwise 0.
  float quaternion_w;
};
static_assert(sizeof(PublishedVertex) == 32);

/// Whether a pose is drawn: a zero quaternion is that of a parked body.
inline bool is_shown(const PublishedVertex& pose) {
  return pose.quaternion_w != 0.0f || pose.normal != glm::vec3(0.0f);
}

}  // namespace limber
