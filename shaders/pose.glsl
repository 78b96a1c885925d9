// The pose of a rigid body, stored in a published vertex.
#include "published.glsl"

/// Rotates a vector by a quaternion; a zero quaternion is the identity.
vec3 turned(vec4 quaternion, vec3 v) {
  return v + 2.0 * cross(quaternion.xyz, cross(quaternion.xyz, v) + quaternion.w * v);
}

/// For sphere centres, the quaternion's place holds a meaningless normal. Any rotation will do for
/// a sphere, but it must be normalized.
vec4 turn_of(PublishedVertex body) {
  return body.normal_w * inversesqrt(max(dot(body.normal_w, body.normal_w), 1e-20));
}

vec3 in_world_m(PublishedVertex body, vec3 in_body_m) {
  return body.position_scalar.xyz + turned(turn_of(body), in_body_m);
}
