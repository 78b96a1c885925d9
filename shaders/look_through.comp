// Composites the transparent surfaces of transparent.frag over the picture.
#include "frame.glsl"
#include "studio.glsl"
#include "film.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 3) uniform sampler2DMS passes;  // products; a: of transmittances
layout(binding = 4) uniform sampler2DMS adds;    // sums; a: of opacities
layout(binding = 0, rgba8) uniform image2D encoded;

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, ivec2(picture.xy)))) return;
  int samples = textureSamples(passes);
  vec3 passed = vec3(0.0), added = vec3(0.0);
  for (int i = 0; i < samples; ++i) {
    vec4 through = texelFetch(passes, pixel, i), own = texelFetch(adds, pixel, i);
    passed += through.rgb / float(samples);
    // Their mean, weighted by their total opacity.
    if (own.a > 0.0) added += own.rgb / own.a * (1.0 - through.a) / float(samples);
  }
  if (passed == vec3(1.0) && added == vec3(0.0)) return;
  noise_pixel = pixel;
  vec4 before = imageLoad(encoded, pixel);
  vec3 behind = before_tone(linear_from_srgb(before.rgb));
  vec3 film = clamp(tone(behind * passed + added) + dither(), 0.0, 1.0);
  float covered = 1.0 - (1.0 - before.a) * dot(passed, vec3(1.0 / 3.0));
  imageStore(encoded, pixel, vec4(srgb_from_linear(film), covered));
}
