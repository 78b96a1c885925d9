// Reflections in a fluid's surface: screen-space ray marching ([McGuire14], with uniform steps),
// falling back to the studio. Needs frame.glsl, eye.glsl and studio.glsl.

layout(location = 0) uniform int mirror_steps;  // 0: only the studio

layout(binding = 3) uniform sampler2D light_behind;
layout(binding = 7) uniform sampler2D smoothed;
layout(binding = 9) uniform sampler2D depth_behind;

/// Projects a view-space point to picture coordinates in [0, 1] and depth.
vec3 seen_at(vec3 view_m) {
  return vec3(view_m.xy / view_m.z / half_of_view_m() * 0.5 + 0.5, eye_m.w / view_m.z);
}

vec3 mirrored_light(vec3 point_m, vec3 direction, vec3 lit) {
  vec3 studio = mirrored_studio(direction, 0.0, lit);
  vec3 from_m = in_view_m(point_m), step_m = in_view_m(point_m + direction) - from_m;
  // Ray length: the surface's distance from the eye, clipped at the eye.
  float reach_m = from_m.z;
  if (step_m.z < 0.0) reach_m = min(reach_m, 0.9 * (from_m.z - eye_m.w) / -step_m.z);
  vec3 from = seen_at(from_m), to = seen_at(from_m + step_m * reach_m);
  vec3 step_on = (to - from) / float(max(mirror_steps, 1));
  vec3 at = from + step_on * pixel_noise();
  for (int i = 0; i < mirror_steps; ++i, at += step_on) {
    if (any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) break;
    float seen = textureLod(depth_behind, at.xy, 0.0).r;
    // A hit is slightly behind the visible surface; objects far in front of the ray are skipped.
    if (seen <= at.z || eye_m.w / at.z - eye_m.w / seen > 0.12 * from_m.z) continue;
    for (int half_step = 0; half_step < 4; ++half_step) {
      step_on *= 0.5;
      at += textureLod(depth_behind, at.xy, 0.0).r > at.z ? -step_on : step_on;
    }
    // Points below a fluid's surface are not visible from above it.
    if (textureLod(smoothed, at.xy, 0.0).r > at.z) break;
    vec2 border = smoothstep(vec2(0.0), vec2(0.08), min(at.xy, 1.0 - at.xy));
    return mix(studio, textureLod(light_behind, at.xy, 0.0).rgb, border.x * border.y);
  }
  return studio;
}
