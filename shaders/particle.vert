// A triangle around each fluid particle. SHADOW: for discs that face the light; else for spheres.
#include "frame.glsl"
#include "published.glsl"

layout(location = 0) uniform uint first;
layout(location = 1) uniform float radius_m;
#ifdef SHADOW
layout(location = 2) uniform mat4 view_from_world;  // to clip space of the light or sky view
#endif

layout(location = 0) out vec3 off_m;  // from the centre
layout(location = 1) flat out vec3 middle_m;  // from the eye
layout(location = 2) flat out float scalar;
layout(location = 3) flat out uint number;

void main() {
  number = first + uint(gl_VertexID) / 3u;
  PublishedVertex particle = vertices[number];
  middle_m = particle.position_scalar.xyz - eye_m.xyz;
  scalar = particle.position_scalar.w;
#ifdef SHADOW
  mat4 clip = view_from_world;
  vec3 toward = vec3(clip[0].z, clip[1].z, clip[2].z);
  float reach_m = radius_m;
#else
  mat4 clip = clip_from_world;
  vec3 toward = middle_m;
  // Tangent circle, projected to the plane through the centre.
  float away2 = dot(middle_m, middle_m), reach2 = radius_m * radius_m;
  float reach_m = radius_m * sqrt(away2 / max(away2 - reach2, 1e-3 * reach2));
#endif
  vec3 aside = abs(toward.y) < 0.9 * length(toward) ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
  vec3 right = normalize(cross(toward, aside)), above = normalize(cross(right, toward));
  const vec2 corners[3] = vec2[](vec2(-1.7320508, -1.0), vec2(1.7320508, -1.0), vec2(0.0, 2.0));
  vec2 corner = corners[gl_VertexID % 3] * reach_m;
  off_m = right * corner.x + above * corner.y;
  gl_Position = clip * vec4(particle.position_scalar.xyz + off_m, 1.0);
  if (particle.normal_w.w == 0.0) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);  // no particle
  gl_ClipDistance[0] = 1.0;  // the fragment shader clips at the ground
}
