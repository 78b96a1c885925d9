// Deferred shading [Saito90] of the multisampled G-buffer. Similar samples of one surface are
// shaded together, so that a pixel that shows one surface is shaded once. SURFACES: for tiles with
// surfaces. Without: for tiles that show only the surroundings.
#include "frame.glsl"
#include "studio.glsl"
#include "shadow.glsl"
#include "ground.glsl"
#ifdef SURFACES
#include "gbuffer.glsl"
#include "color_map.glsl"
#include "surface.glsl"
#endif
#include "tiles.glsl"
#include "film.glsl"
#include "eye.glsl"

layout(binding = 0, rgba8) uniform writeonly image2D encoded;

/// The ground; if cut out, its alpha is its shadow.
vec4 shaded_ground(vec3 ray, Reaching reaching) {
  vec3 color = ground_color(ray, reaching);
  if (!cuts_out()) return vec4(color, 1.0);
  // From the brightest channel, so that the shadow is neutral.
  vec3 left = color / ground_color(ray, all_of_the_light);
  return vec4(color, clamp(1.0 - max(left.r, max(left.g, left.b)), 0.0, 1.0));
}

vec3 ray_through(vec2 place_px) { return ray_at(place_px / picture.xy); }

#ifdef SURFACES
layout(location = 0) uniform vec2 sample_at[max_samples];  // in the pixel, 0 to 1
layout(binding = 3) uniform sampler2DMS texels;
layout(binding = 4) uniform sampler2DMS depths;  // 0: no surface

/// Samples of a pixel shaded together, with averaged texels, depths and positions.
struct Group {
  vec4 texel;
  float depth;
  vec2 at;
  float count;
};

/// Whether two samples of surfaces are similar.
bool alike(vec4 a, float a_depth, vec4 b, float b_depth) {
  const float normals = 0.01, values = 0.02, depths_apart = 0.01;
  uint number = number_of_surface(a);
  uint mode = mode_of(number);
  // Body numbers and line colours must match exactly.
  bool by_number = mode == mode_by_body || mode == mode_line;
  vec3 most = by_number ? vec3(normals, normals, 0.1 / max_16_bits)
                        : vec3(normals, normals, values);
  return number_of_surface(b) == number && all(lessThan(abs(a.rgb - b.rgb), most)) &&
         abs(a_depth - b_depth) < depths_apart * a_depth;
}

/// Groups the first remaining sample with all similar ones, and removes them from `left`.
Group next_group(ivec2 pixel, int samples, inout uint left) {
  int first = findLSB(left);
  vec4 first_texel = texelFetch(texels, pixel, first);
  float first_depth = texelFetch(depths, pixel, first).r;
  Group group = Group(vec4(0.0), 0.0, vec2(0.0), 0.0);
  for (int i = first; i < samples; ++i) {
    if ((left & (1u << i)) == 0u) continue;
    vec4 texel = texelFetch(texels, pixel, i);
    float depth = texelFetch(depths, pixel, i).r;
    bool same = first_depth == 0.0 ? depth == 0.0
                                   : i == first || alike(first_texel, first_depth, texel, depth);
    if (!same) continue;
    left &= ~(1u << i);
    group.texel += texel;
    group.depth += depth;
    group.at += sample_at[i];
    group.count += 1.0;
  }
  group.texel = vec4(group.texel.rgb / group.count, first_texel.a);
  group.depth /= group.count;
  group.at /= group.count;
  return group;
}

vec4 color_of(Group group, ivec2 pixel) {
  uint number = number_of_surface(group.texel);
  bool surface = group.depth > 0.0;
  if (surface && mode_of(number) == mode_line) return vec4(group.texel.rgb, 1.0);
  vec3 ray = ray_through(vec2(pixel) + (surface ? group.at : vec2(0.5)));
  if (!surface && !ground_is_seen(ray)) return vec4(wall_color(ray), 0.0);

  vec3 point_m = surface ? eye_m.xyz + ray * (eye_m.w / group.depth) : on_ground_m(ray);
  vec3 n = surface ? unpacked_direction(group.texel.xy) : up;
  float translucency = surface ? materials[material_of(number)].back_color.w : 0.0;
  // Thin surfaces: the far side receives transmitted light.
  vec3 lit_side = dot(n, to_light.xyz) >= 0.0 ? n : -n;
  Reaching reaching = all_reaching(point_m, lit_side, n, translucency);
  if (!surface) return shaded_ground(ray, reaching);
  return vec4(tone(surface_color(number, group.texel.z, n, -normalize(ray), reaching)), 1.0);
}

/// Mean of the tone-mapped samples; a: coverage of the pixel.
vec4 film_color(ivec2 pixel) {
  int samples = textureSamples(depths);
  vec4 sum = vec4(0.0);
  for (uint left = (1u << samples) - 1u; left != 0u;) {
    Group group = next_group(pixel, samples, left);
    sum += group.count * clamp(color_of(group, pixel), 0.0, 1.0);
  }
  return sum / float(samples);
}
#else
vec4 film_color(ivec2 pixel) {
  vec3 ray = ray_through(vec2(pixel) + 0.5);
  if (!ground_is_seen(ray)) return vec4(wall_color(ray), 0.0);
  vec3 point_m = on_ground_m(ray);
  return shaded_ground(ray, all_reaching(point_m, up, up, 0.0));
}
#endif

void main() {
#ifdef SURFACES
  const uint list = with_surfaces;
#else
  const uint list = without_surfaces;
#endif
  uint listed = gl_WorkGroupID.y * max_groups + gl_WorkGroupID.x;
  if (listed >= lists[list].count) return;
  ivec2 pixel = first_pixel(tile_of(list, listed)) + ivec2(gl_LocalInvocationID.xy);
  if (any(greaterThanEqual(pixel, ivec2(picture.xy)))) return;
  noise_pixel = pixel;
  vec4 color = clamp(film_color(pixel), 0.0, 1.0);
  imageStore(encoded, pixel, vec4(srgb_from_linear(color.rgb), cuts_out() ? color.a : 1.0));
}
