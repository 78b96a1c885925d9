// Shadows of the key light: a percentage of the shadow map's texels around a point, over a disc
// that grows with the distance from what casts the shadow [Fernando05].
#include "spiral.glsl"

layout(binding = 0) uniform sampler2DShadow shadow_compare;
layout(binding = 1) uniform sampler2D shadow_depth;
layout(binding = 2) uniform sampler2D sky_depth;
layout(binding = 5) uniform sampler2D fluid_absorbs;  // per colour, and metres of fluid
layout(binding = 6) uniform sampler2D fluid_begins;   // its depth, as the key light sees it

/// Radius of the light as seen from the scene, metres a metre: half a degree is the sun.
const float light_radius = 0.06;

/// 1 within a map, and 0 at its border, so that no edge is seen where it ends.
float within_map(vec2 at) {
  vec2 border = smoothstep(vec2(0.0), vec2(0.03), min(at, 1.0 - at));
  return border.x * border.y;
}

/// Leaves are shaded by leaves: small ones near by, which a wide search would miss, and curled, so
/// that their own shadow begins away from them, by a share of the map's width.
const float light_radius_on_leaves = 0.012;
const float off_leaf = 0.003;

/// What reaches a point.
struct Reaching {
  vec3 lit;    // of the key light, 0 to 1; fluids dye it
  float open;  // of the sky, 0 to 1
};

/// How much of the key light reaches a point, 0 to 1. n: the side of the surface that is lit.
/// translucency: of a leaf, which is shaded by its like, and these let some of the light through.
float light_reaching(vec3 point_m, vec3 n, float translucency) {
  float cosine = clamp(dot(n, to_light.xyz), 0.05, 1.0);
  float sine = sqrt(1.0 - cosine * cosine);
  // Off the surface by the texels that it spans in the map, so that it does not shade itself.
  vec3 off_surface_m = point_m + n * to_light.w * (0.6 + 1.6 * sine);
  float spread = translucency > 0.0 ? light_radius_on_leaves : light_radius;
  if (translucency > 0.0) off_surface_m += to_light.xyz * shadow.x * off_leaf;
  vec3 at = (shadow_from_world * vec4(off_surface_m, 1.0)).xyz;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;

  vec2 direction = first_direction();
  int taps = int(shadow.z), search_taps = taps / 2;
  // What a surface that slants away from the light rises towards it, depth for texture coordinates.
  float rise = min(sine / cosine, 3.0) * shadow.x / shadow.y;
  float search_uv = min(spread * at.z * shadow.y / shadow.x, 0.12);
  float blocker_depth = 0.0, blockers = 0.0;
  for (int i = 0; i < search_taps; ++i) {
    float radius = tap_radius(i, search_taps) * search_uv;
    float depth = textureLod(shadow_depth, at.xy + direction * radius, 0.0).r;
    float blocks = step(depth, at.z - radius * rise);
    blocker_depth += depth * blocks;
    blockers += blocks;
    direction = golden_turn * direction;
  }
  if (blockers == 0.0) return 1.0;
  float gap_m = (at.z - blocker_depth / blockers) * shadow.y;
  float soft_uv = max(spread * gap_m / shadow.x, 1.5 / shadow.w);
  float lit = 0.0;
  for (int i = 0; i < taps; ++i) {
    float radius = tap_radius(i, taps) * soft_uv;
    lit += textureLod(shadow_compare, vec3(at.xy + direction * radius, at.z - radius * rise), 0.0);
    direction = golden_turn * direction;
  }
  lit /= float(taps);
  lit = mix(lit, 1.0, 0.2 * translucency);
  return mix(1.0, lit, within_map(at.xy));
}

/// How much of the sky reaches a point that faces n, 0 to 1: what stands around it, as seen from
/// above, hides the more of it the more it is in front. Folds and contacts get dark.
float sky_reaching(vec3 point_m, vec3 n) {
  vec3 at = (sky_from_world * vec4(point_m, 1.0)).xyz;
  if (any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) return 1.0;
  mat2 sky_from_floor = mat2(sky_from_world[0].xy, sky_from_world[2].xy);
  vec2 direction = first_direction();
  int taps = int(sky.z);
  float hidden = 0.0;
  for (int i = 0; i < taps; ++i) {
    vec2 off_m = direction * (tap_radius(i, taps) * sky.y);
    float top = textureLod(sky_depth, at.xy + sky_from_floor * off_m, 0.0).r;
    float above_m = max((at.z - top) * sky.x, 0.0);
    vec3 toward = vec3(off_m.x, above_m, off_m.y);
    float in_front = max(dot(toward, n), 0.0) * inversesqrt(dot(toward, toward));
    float closeness = sky.y / (sky.y + 0.3 * above_m);  // what is high above shades less
    hidden += above_m > 0.0 ? in_front * closeness : 0.0;
    direction = golden_turn * direction;
  }
  return 1.0 - 0.8 * hidden / float(taps) * within_map(at.xy);
}

/// How much brighter the key light is `deep_m` below the surface of a fluid that begins at `begin`,
/// where that bends it together: a crest is a lens (a hint of caustics, from the curvature alone).
float focused(vec2 at, float begin, float deep_m, float radius_m) {
  float texel = 1.0 / float(textureSize(fluid_begins, 0).x);
  vec2 off = vec2(max(4.0 * radius_m / shadow.x, 2.0 * texel), 0.0);
  float curved = 0.0, whole = 1.0, most = 6.0 * radius_m / shadow.y;
  for (int i = 0; i < 4; ++i) {
    vec2 to = i < 2 ? off : off.yx;
    float there = textureLod(fluid_begins, at + (i % 2 == 0 ? to : -to), 0.0).r - begin;
    curved += there;
    whole *= 1.0 - smoothstep(0.5 * most, most, abs(there));  // else it is another surface, or none
  }
  float per_m = curved * shadow.y / (off.x * off.x * shadow.x * shadow.x);
  const float bent = 0.25;  // of the angle at which light meets water
  float gathered = bent * deep_m * per_m * whole;
  return 1.0 + 0.5 * gathered * inversesqrt(1.0 + gathered * gathered);
}

/// How much of the key light comes through the fluids above a point, for red, green and blue. What
/// their surfaces turn away lands around them.
vec3 through_fluids(vec3 point_m) {
  float radius_m = sky.w;
  vec3 at = (shadow_from_world * vec4(point_m, 1.0)).xyz;
  if (radius_m == 0.0 || any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0))))
    return vec3(1.0);
  const float turned_away = 0.22;
  vec4 absorbed = textureLod(fluid_absorbs, at.xy, 0.0);
  float begin = textureLod(fluid_begins, at.xy, 0.0).r;
  float above_m = (at.z - begin) * shadow.y;
  float passed = clamp(above_m / max(absorbed.w, radius_m), 0.0, 1.0);
  float surface = 1.0 - exp(-passed * absorbed.w / (3.0 * radius_m));
  float surface_passes = 1.0 - turned_away * surface;
  if (surface > 0.01)
    surface_passes *= mix(1.0, focused(at.xy, begin, min(above_m, absorbed.w), radius_m), surface);
  return exp(-passed * absorbed.rgb) * surface_passes;
}

/// What reaches a point of a surface that faces n to the eye and lit_side to the light.
Reaching all_reaching(vec3 point_m, vec3 lit_side, vec3 n, float translucency) {
  return Reaching(light_reaching(point_m, lit_side, translucency) * through_fluids(point_m),
                  sky_reaching(point_m, n));
}
