// Autofocus on the nearest surfaces at the centre of the picture.
#include "frame.glsl"
#include "eye.glsl"
#include "lens.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(location = 1) uniform vec2 distances_m;  // focus, or 0; without surfaces
layout(binding = 0, r32f) uniform writeonly image2D focus;  // a depth

const uint places = 64u;
const float reach = 0.08;  // of the picture's height, in each direction
shared float found[places];

void main() {
  vec2 off = (vec2(gl_LocalInvocationID.xy) + 0.5) / 4.0 - 1.0;
  ivec2 pixel = ivec2(picture.xy / 2.0 + off * reach * picture.y);
  uint own = gl_LocalInvocationIndex;
  found[own] = depth_of_surface(clamp(pixel, ivec2(0), ivec2(picture.xy) - 1));
  barrier();
  // The 25th percentile: ignores a leaf or a gap at the very centre.
  uint nearer = 0u;
  for (uint i = 0u; i < places; ++i)
    nearer += found[i] > found[own] || (found[i] == found[own] && i < own) ? 1u : 0u;
  if (nearer != places / 4u) return;
  float depth = found[own] > 0.0 ? found[own] : eye_m.w / distances_m.y;
  if (distances_m.x > 0.0) depth = eye_m.w / distances_m.x;
  imageStore(focus, ivec2(0), vec4(depth));
}
