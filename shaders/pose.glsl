// The pose of a rigid body, as a published vertex has it.
#include "published.glsl"

/// A vector turned by a quaternion; by none if it is zero.
vec3 turned(vec4 quaternion, vec3 v) {
  return v + 2.0 * cross(quaternion.xyz, cross(quaternion.xyz, v) + quaternion.w * v);
}

/// The centre of a sphere has a normal of no meaning where a pose has a quaternion. Any turn will do
/// for a sphere, but it must not scale it.
vec4 turn_of(PublishedVertex body) {
  return body.normal_w * inversesqrt(max(dot(body.normal_w, body.normal_w), 1e-20));
}

vec3 in_world_m(PublishedVertex body, vec3 in_body_m) {
  return body.position_scalar.xyz + turned(turn_of(body), in_body_m);
}
