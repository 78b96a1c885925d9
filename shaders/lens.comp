// Depth of field: each pixel gathers the circles of confusion that cover it, in one pass over a
// spiral [Gustafsson18]. Foreground covers a pixel only as far as its circles do.
#include "frame.glsl"
#include "studio.glsl"
#include "film.glsl"
#include "spiral.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(location = 1) uniform float radius_px;  // of the largest circle
layout(location = 2) uniform int taps;
layout(binding = 3) uniform sampler2D light;
layout(binding = 4) uniform sampler2D circles;  // radii in pixels, negative in front of the focus
layout(binding = 0, rgba8) uniform writeonly image2D encoded;

/// Light per pixel of a point's circle, up to a constant factor.
float spread(float radius_px) { return 1.0 / max(radius_px * radius_px, 0.25); }

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, ivec2(picture.xy)))) return;
  noise_pixel = pixel;
  float here = texelFetch(circles, pixel, 0).r;
  // Weighted sums of what is at or behind this pixel's depth, and of what is in front of it.
  float base_weight = spread(here) / 3.14159, front_weight = 0.0;
  vec4 base = texelFetch(light, pixel, 0) * base_weight, front = vec4(0.0);
  bool sharp = true;
  vec2 middle = vec2(pixel) + 0.5, direction = first_direction();
  for (int i = 0; i < taps; ++i) {
    // Denser at the centre, for small circles, with smaller weights.
    float away_px = (float(i) + 0.5) / float(taps) * radius_px;
    float area = 2.0 * away_px * radius_px / float(taps);
    vec2 at = (middle + direction * away_px) / picture.xy;
    direction = golden_turn * direction;
    float there = textureLod(circles, at, 0.0).r, reach_px = abs(there);
    // Background does not blur over sharp foreground.
    if (there > here) reach_px = min(reach_px, 2.0 * abs(here));
    const float smallest_px = 0.5;  // circle radius; smaller ones are sharp
    float reaches = smoothstep(away_px - 0.5, away_px + 0.5, reach_px) *
                    smoothstep(smallest_px, 2.0 * smallest_px, reach_px);
    float weight = area * reaches * spread(reach_px);
    if (weight == 0.0) continue;
    sharp = false;
    vec4 color = textureLod(light, at, 0.0);
    float in_front = weight * smoothstep(0.5, 1.5, here - there);
    front += in_front * color;
    front_weight += in_front;
    base += (weight - in_front) * color;
    base_weight += weight - in_front;
  }
  if (sharp) return;
  vec4 sum = base / base_weight;
  if (front_weight > 0.0)
    sum = mix(sum, front / front_weight, min(front_weight, 1.0));
  vec3 film = clamp(tone(sum.rgb) + dither(), 0.0, 1.0);
  imageStore(encoded, pixel, vec4(srgb_from_linear(film), sum.a));
}
