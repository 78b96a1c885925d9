// Smooths the splatted thickness of fluids: optical depth (Beer-Lambert) for RGB, and metres of
// fluid. LIGHT: along the key light, blurred by its softness, with the depth where the fluid
// begins.
#include "frame.glsl"
#include "fluid.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(location = 0) uniform int fluid_count;

layout(binding = 3) uniform usampler2DArray thickness;
layout(binding = 0, rgba16f) uniform writeonly image2D absorbed;
#ifdef LIGHT
layout(binding = 4) uniform usampler2D begins;
layout(binding = 1, r32f) uniform writeonly image2D begin_depth;
#endif

const int reach = 2;

float weight(int off) { return float(reach + 1 - abs(off)); }

#ifdef LIGHT
/// Smoothed, since bumps of particles would act as lenses; 1 without fluid nearby.
float smooth_begin(ivec2 pixel, ivec2 size) {
  const int far = 5;
  float sum = 0.0, weights = 0.0;
  for (int y = -far; y <= far; ++y)
    for (int x = -far; x <= far; ++x) {
      ivec2 at = clamp(pixel + ivec2(x, y), ivec2(0), size - 1);
      float begin = float(texelFetch(begins, at, 0).r);
      float share = begin > 0.0 ? exp(-float(x * x + y * y) / 14.0) : 0.0;
      sum += share * begin;
      weights += share;
    }
  return weights > 0.0 ? 1.0 - sum / (weights * max_depth) : 1.0;
}
#endif

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy), size = textureSize(thickness, 0).xy;
  if (any(greaterThanEqual(pixel, size))) return;
  vec4 sum = vec4(0.0);
  for (int fluid = 0; fluid < fluid_count; ++fluid) {
    vec4 properties = fluids[fluid].absorption_radius;
    float units = 0.0;
    for (int y = -reach; y <= reach; ++y)
      for (int x = -reach; x <= reach; ++x) {
        ivec2 at = clamp(pixel + ivec2(x, y), ivec2(0), size - 1);
        units += weight(x) * weight(y) * float(texelFetch(thickness, ivec3(at, fluid), 0).r);
      }
    float metres = units / pow(float(reach + 1), 4.0) * properties.w / thickness_units;
    sum += metres * vec4(properties.rgb, 1.0);
  }
  imageStore(absorbed, pixel, min(sum, 6e4));
#ifdef LIGHT
  imageStore(begin_depth, pixel, vec4(smooth_begin(pixel, size)));
#endif
}
