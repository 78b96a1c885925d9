// Shadows of the key light: a percentage of the shadow map's texels around a point, over a disc
// that grows with the distance from what casts the shadow (Fernando, "Percentage-closer soft
// shadows", 2005).

layout(binding = 0) uniform sampler2DShadow shadow_compare;
layout(binding = 1) uniform sampler2D shadow_depth;
layout(binding = 2) uniform sampler2D sky_depth;

/// Radius of the light as seen from the scene, metres a metre: half a degree is the sun.
const float light_radius = 0.06;

/// A spiral that covers the unit disc evenly (Vogel), turned by `turn`.
vec2 spiral(int i, int count, float turn) {
  float angle = float(i) * 2.39996323 + turn;
  return sqrt((float(i) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

/// How much of the key light reaches a point, 0 to 1. n: the side of the surface that is lit.
float light_reaching(vec3 point_m, vec3 n) {
  float cosine = clamp(dot(n, to_light.xyz), 0.05, 1.0);
  float sine = sqrt(1.0 - cosine * cosine);
  // Off the surface by the texels that it spans in the map, so that it does not shade itself.
  vec3 off_surface_m = point_m + n * to_light.w * (0.6 + 1.6 * sine);
  vec3 at = (shadow_from_world * vec4(off_surface_m, 1.0)).xyz;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;

  float turn = pixel_noise() * 6.2831853;
  float slope = min(sine / cosine, 3.0);
  int taps = int(shadow.z), search_taps = taps / 2;
  float metres_to_uv = 1.0 / shadow.x;
  float search_uv = min(light_radius * at.z * shadow.y, 0.12 * shadow.x) * metres_to_uv;
  float blocker_depth = 0.0, blockers = 0.0;
  for (int i = 0; i < search_taps; ++i) {
    vec2 offset = spiral(i, search_taps, turn) * search_uv;
    float bias = length(offset) * shadow.x * slope / shadow.y;
    float depth = textureLod(shadow_depth, at.xy + offset, 0.0).r;
    if (depth < at.z - bias) {
      blocker_depth += depth;
      blockers += 1.0;
    }
  }
  if (blockers == 0.0) return 1.0;
  float gap_m = (at.z - blocker_depth / blockers) * shadow.y;
  float radius_uv = max(light_radius * gap_m * metres_to_uv, 1.5 / shadow.w);
  float lit = 0.0;
  for (int i = 0; i < taps; ++i) {
    vec2 offset = spiral(i, taps, turn) * radius_uv;
    float bias = length(offset) * shadow.x * slope / shadow.y;
    lit += textureLod(shadow_compare, vec3(at.xy + offset, at.z - bias), 0.0);
  }
  lit /= float(taps);
  // No edge where the map ends.
  vec2 border = smoothstep(vec2(0.0), vec2(0.03), min(at.xy, 1.0 - at.xy));
  return mix(1.0, lit, border.x * border.y);
}

/// How much of the sky reaches a point that faces n, 0 to 1: what stands around it, as seen from
/// above, hides the more of it the more it is in front. Folds and contacts get dark.
float sky_reaching(vec3 point_m, vec3 n) {
  vec3 at = (sky_from_world * vec4(point_m, 1.0)).xyz;
  if (any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) return 1.0;
  float turn = pixel_noise() * 6.2831853;
  int taps = int(sky.z);
  float hidden = 0.0;
  for (int i = 0; i < taps; ++i) {
    vec2 off_m = spiral(i, taps, turn) * sky.y;
    vec2 there = (sky_from_world * vec4(point_m.x + off_m.x, 0.0, point_m.z + off_m.y, 1.0)).xy;
    float above_m = (at.z - textureLod(sky_depth, there, 0.0).r) * sky.x;
    vec3 toward = vec3(off_m.x, above_m, off_m.y);
    float near = sky.y / (sky.y + 0.3 * max(above_m, 0.0));
    hidden += above_m > 0.0 ? max(dot(normalize(toward), n), 0.0) * near : 0.0;
  }
  return 1.0 - 0.8 * hidden / float(taps);
}
