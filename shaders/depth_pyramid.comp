// The farthest depths of square areas of a picture or shadow map, from 2 to 32 pixels wide, for
// hierarchical occlusion tests [Greene93]. Depths become nearness: 1 at the front, 0 at the back.

#include "small_triangles.glsl"

layout(local_size_x = 16, local_size_y = 16) in;

layout(location = 0) uniform ivec2 size_px;
layout(location = 1) uniform vec2 nearness;  // of depth d: x + y d
layout(location = 2) uniform uint small_samples;  // of small triangles, not in `depths` yet; or 0
#ifdef MULTISAMPLED
layout(binding = 0) uniform sampler2DMS depths;
#else
layout(binding = 0) uniform sampler2D depths;
#endif
const int levels = 5;  // as in render/depth_pyramid.cpp
layout(binding = 0, r32f) uniform writeonly image2D farthest[levels];

shared float areas[16][16];

float nearest_at(ivec2 pixel, int i) {
  float near = nearness.x + nearness.y * texelFetch(depths, pixel, i).r;
  if (small_samples == 0u) return near;
  uint place = small_place(pixel, size_px.x, small_samples, uint(i));
  return max(near, uintBitsToFloat(small_nearest[place]));
}

float farthest_at(ivec2 pixel) {
  pixel = min(pixel, size_px - 1);
#ifdef MULTISAMPLED
  float far = 1.0;
  for (int i = 0; i < textureSamples(depths); ++i) far = min(far, nearest_at(pixel, i));
  return far;
#else
  return nearest_at(pixel, 0);
#endif
}

void main() {
  ivec2 at = ivec2(gl_LocalInvocationID.xy);
  ivec2 first = 2 * ivec2(gl_GlobalInvocationID.xy);
  float far = min(min(farthest_at(first), farthest_at(first + ivec2(1, 0))),
                  min(farthest_at(first + ivec2(0, 1)), farthest_at(first + ivec2(1, 1))));
  imageStore(farthest[0], ivec2(gl_GlobalInvocationID.xy), vec4(far));
  areas[at.y][at.x] = far;
  for (int level = 1, across = 8; level < levels; ++level, across /= 2) {
    barrier();
    bool joins = all(lessThan(at, ivec2(across)));
    if (joins)
      far = min(min(areas[2 * at.y][2 * at.x], areas[2 * at.y][2 * at.x + 1]),
                min(areas[2 * at.y + 1][2 * at.x], areas[2 * at.y + 1][2 * at.x + 1]));
    barrier();
    if (!joins) continue;
    areas[at.y][at.x] = far;
    imageStore(farthest[level], across * ivec2(gl_WorkGroupID.xy) + at, vec4(far));
  }
}
