// Soft shadows of the key light: percentage-closer filtering over a disc that grows with the
// distance from the occluder [Fernando05].
#include "spiral.glsl"

layout(binding = 0) uniform sampler2DShadow shadow_compare;
layout(binding = 1) uniform sampler2D shadow_depth;
layout(binding = 2) uniform sampler2D sky_depth;
layout(binding = 5) uniform sampler2D fluid_absorbs;  // per colour, and metres of fluid
layout(binding = 6) uniform sampler2D fluid_begins;   // light-space depth of the surface

/// Angular radius of the light, as a tangent. The sun's diameter is half a degree.
const float light_radius = 0.06;

/// Fades from 1 to 0 at a map's border, to hide its edge.
float within_map(vec2 at) {
  vec2 border = smoothstep(vec2(0.0), vec2(0.03), min(at, 1.0 - at));
  return border.x * border.y;
}

/// Leaves are shaded by nearby small leaves, which a wide search would miss; they are curled, so
/// that their own shadow starts at an offset, a fraction of the map's width.
const float light_radius_on_leaves = 0.012;
const float off_leaf = 0.003;

/// Light that reaches a point.
struct Reaching {
  vec3 lit;    // of the key light, 0 to 1; tinted by fluids
  float open;  // of the sky, 0 to 1
};

/// Key light visibility, 0 to 1. n: normal of the lit side. translucency: of a leaf, which is
/// shaded by other leaves that let some of the light through.
float light_reaching(vec3 point_m, vec3 n, float translucency) {
  float cosine = clamp(dot(n, to_light.xyz), 0.05, 1.0);
  float sine = sqrt(1.0 - cosine * cosine);
  // Normal offset in proportion to the texel size, against self-shadowing.
  vec3 off_surface_m = point_m + n * to_light.w * (0.6 + 1.6 * sine);
  float spread = translucency > 0.0 ? light_radius_on_leaves : light_radius;
  if (translucency > 0.0) off_surface_m += to_light.xyz * shadow.x * off_leaf;
  vec3 at = (shadow_from_world * vec4(off_surface_m, 1.0)).xyz;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;

  vec2 direction = first_direction();
  int taps = int(shadow.z), search_taps = taps / 2;
  // Slope bias: depth change per texture coordinate of a slanted surface.
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
  // A wide search may miss a near edge, which would leave bright dots in its shadow. Such a blocker
  // is near, so that a few taps around the point find it.
  float gap_m = 0.0;
  if (blockers == 0.0)
    taps = max(taps / 8, 4);
  else
    gap_m = (at.z - blocker_depth / blockers) * shadow.y;
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

/// Sky visibility at a point with normal n, 0 to 1: occlusion by the height field seen from above.
/// Darkens folds and contacts.
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
    float closeness = sky.y / (sky.y + 0.3 * above_m);  // high occluders count less
    hidden += above_m > 0.0 ? in_front * closeness : 0.0;
    direction = golden_turn * direction;
  }
  return 1.0 - 0.8 * hidden / float(taps) * within_map(at.xy);
}

/// Approximate caustics, from curvature alone: how much brighter the key light is `deep_m` below a
/// fluid surface that focuses it like a lens. Curvature is the difference of depth between two
/// rings, whose means leave out the bumps of single particles.
float focused(vec2 at, float deep_m, float radius_m) {
  const int taps = 8;
  const mat2 eighth = mat2(0.7071, 0.7071, -0.7071, 0.7071);
  float texel = 1.0 / float(textureSize(fluid_begins, 0).x);
  float outer = max(8.0 * radius_m / shadow.x, 2.0 * texel), inner = outer / 4.0;
  vec2 direction = vec2(1.0, 0.0);
  float outer_depths[taps], outer_depth = 0.0, inner_depth = 0.0;
  for (int i = 0; i < taps; ++i) {
    outer_depths[i] = textureLod(fluid_begins, at + outer * direction, 0.0).r;
    outer_depth += outer_depths[i] / float(taps);
    inner_depth += textureLod(fluid_begins, at + inner * direction, 0.0).r / float(taps);
    direction = eighth * direction;
  }
  float whole = 1.0, most = 14.0 * radius_m / shadow.y;
  for (int i = 0; i < taps; ++i)  // else another surface, or none
    whole *= 1.0 - smoothstep(0.5 * most, most, abs(outer_depths[i] - inner_depth));
  float per_m = 4.0 * (outer_depth - inner_depth) * shadow.y /
                ((outer * outer - inner * inner) * shadow.x * shadow.x);
  const float bent = 0.25;  // deflection per angle of incidence, for water
  float gathered = bent * deep_m * per_m * whole;
  return 1.0 + 0.5 * gathered * inversesqrt(1.0 + gathered * gathered);
}

/// RGB transmittance of the key light through the fluids above a point. Light deflected at their
/// surfaces lands nearby.
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
    surface_passes *= mix(1.0, focused(at.xy, min(above_m, absorbed.w), radius_m), surface);
  return exp(-passed * absorbed.rgb) * surface_passes;
}

/// Light that reaches a surface point with normal n towards the eye and lit_side towards the light.
Reaching all_reaching(vec3 point_m, vec3 lit_side, vec3 n, float translucency) {
  return Reaching(light_reaching(point_m, lit_side, translucency) * through_fluids(point_m),
                  sky_reaching(point_m, n));
}
