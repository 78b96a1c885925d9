// White water over the picture: foam and spray lit by the studio, and bubbles tinted by the fluid
// above.
#include "frame.glsl"
#include "studio.glsl"
#include "shadow.glsl"
#include "eye.glsl"
#include "film.glsl"
#include "foam.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 3) uniform usampler2DArray sums;
layout(binding = 7) uniform sampler2D smoothed;
layout(binding = 10) uniform sampler2D absorbed;  // per colour, and metres of fluid
layout(binding = 0, rgba8) uniform image2D encoded;

const float white = 0.9;

uint sum_at(ivec2 pixel, int layer) { return texelFetch(sums, ivec3(pixel, layer), 0).r; }

/// Foam scatters light: it is bright on all sides.
vec3 foam_light(vec3 point_m, vec3 n) {
  float lit = light_reaching(point_m, n, 0.0);
  float facing = 0.35 + 0.65 * max(dot(n, to_light.xyz), 0.0);
  return white * (key_light.rgb * lit * facing + ambient_light(n) * sky_reaching(point_m, n));
}

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, ivec2(picture.xy)))) return;
  uint amount_over = sum_at(pixel, over), amount_under = sum_at(pixel, under);
  if (amount_over + amount_under == 0u) return;
  noise_pixel = pixel;
  vec2 place = (vec2(pixel) + 0.5) / picture.xy;
  vec3 along = ray_at(place);
  vec4 before = imageLoad(encoded, pixel);
  vec3 color = linear_from_srgb(before.rgb);
  const vec3 up = vec3(0.0, 1.0, 0.0);
  if (amount_under > 0u) {
    float below_m = float(sum_at(pixel, under_place)) / (float(amount_under) * place_units) *
                    deepest_m;
    vec4 dye = textureLod(absorbed, place, 0.0);
    vec3 passed = exp(-dye.rgb * min(2.0 * below_m / max(dye.w, 1e-3), 1.0));
    float surface = texelFetch(smoothed, pixel, 0).r;
    vec3 point_m = eye_m.xyz + along * (eye_m.w / max(surface, 1e-6));
    float covered = 1.0 - exp(-float(amount_under) / cover_units);
    color = mix(color, tone(0.8 * passed * foam_light(point_m, up)), 0.7 * covered);
  }
  if (amount_over > 0u) {
    float far = float(sum_at(pixel, over_place)) / (float(amount_over) * place_units);
    vec3 point_m = eye_m.xyz + along * distance_of_place(far);
    float covered = 1.0 - exp(-float(amount_over) / cover_units);
    color = mix(color, tone(foam_light(point_m, up)), covered);
    before.a = mix(before.a, 1.0, covered);
  }
  color = clamp(color + dither(), 0.0, 1.0);
  imageStore(encoded, pixel, vec4(srgb_from_linear(color), before.a));
}
