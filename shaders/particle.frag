// A fluid particle as a sphere, to be shaded by shade.comp. PICK: its vertex, encoded as in
// pick.frag. SHADOW: only the depth of the disc.
#include "frame.glsl"
#ifndef SHADOW
#include "gbuffer.glsl"
#endif

layout(location = 1) uniform float radius_m;
layout(location = 3) uniform uvec2 surface;     // material, mode
layout(location = 4) uniform vec2 field_range;  // scalar range, in mode_field

layout(location = 0) in vec3 off_m;
layout(location = 1) flat in vec3 middle_m;
layout(location = 2) flat in float scalar;
layout(location = 3) flat in uint number;

#if defined(PICK)
layout(location = 0) out uint picked;
#elif !defined(SHADOW)
layout(location = 0) out vec4 texel;
#endif

void main() {
#ifdef SHADOW
  if (dot(off_m, off_m) > radius_m * radius_m) discard;
#else
  // Relative to the plane through the centre, to keep precision.
  vec3 ray = middle_m + off_m;
  float a = dot(ray, ray), b = dot(off_m, ray);
  float inside = b * b - a * (dot(off_m, off_m) - radius_m * radius_m);
  if (inside < 0.0) discard;
  float back = (b + sqrt(inside)) / a;
  vec3 seen_m = ray * (1.0 - back);
  if (back >= 1.0 || above_ground_m(eye_m.xyz + seen_m) < 0.0) discard;
  gl_FragDepth = eye_m.w / dot(seen_m, ray_forward.xyz);
#ifdef PICK
  const uint number_of_pose = 0x80000000u;
  picked = number_of_pose | number;
#else
  float value = (scalar - field_range.x) / (field_range.y - field_range.x);
  texel = vec4(packed_direction(off_m - back * ray), surface.y == mode_field ? value : 0.0,
               packed_surface(surface.x, surface.y, true));
#endif
#endif
}
