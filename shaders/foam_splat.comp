// Splats white water, one thread per particle: a soft disc with motion blur, summed as integers, so
// that the order does not matter.
#include "frame.glsl"
#include "published.glsl"
#include "eye.glsl"
#include "foam.glsl"

layout(local_size_x = 64) in;

layout(location = 0) uniform uvec2 specks;  // first, count
layout(location = 1) uniform float radius_m;
layout(location = 2) uniform float fluid_radius_m;

layout(binding = 7) uniform sampler2D smoothed;
layout(binding = 9) uniform sampler2D depth_behind;
layout(binding = 0, r32ui) uniform uimage2DArray sums;

const float shutter_s = 1.0 / 120.0;
const int max_dots = 8;
const float opacity = 0.5;  // at the centre: a single particle is faint

void add(ivec2 pixel, float z_m, float cover) {
  uint amount = uint(cover * cover_units + 0.5);
  if (amount == 0u) return;
  float behind = texelFetch(depth_behind, pixel, 0).r, depth = eye_m.w / z_m;
  if (behind > depth) return;
  // Foam within two particle radii below the smoothed surface counts as on it.
  float surface = texelFetch(smoothed, pixel, 0).r;
  float below_m = surface > 0.0 ? z_m - eye_m.w / surface - 2.0 * fluid_radius_m : 0.0;
  bool is_under = below_m > 0.0;
  float place = is_under ? min(below_m / deepest_m, 1.0) : place_of_distance(z_m);
  int layer = is_under ? under : over;
  imageAtomicAdd(sums, ivec3(pixel, layer), amount);
  imageAtomicAdd(sums, ivec3(pixel, layer + 1), amount * uint(place * place_units));
}

void dot_at(vec3 view_m, vec2 px_per_tangent, float share, float own_radius_m) {
  ivec2 size = imageSize(sums).xy;
  if (view_m.z <= eye_m.w + own_radius_m) return;
  float px_per_m = min(px_per_tangent.x, px_per_tangent.y) / view_m.z;
  vec2 middle_px = view_m.xy * px_per_tangent / view_m.z + vec2(size) / 2.0;
  // Small ones must not fall between pixel centres: enlarged, with lower opacity.
  float wanted_px = own_radius_m * px_per_m, radius_px = max(wanted_px, 1.1);
  float peak = share * opacity * wanted_px * wanted_px / (radius_px * radius_px);
  ivec2 first = max(ivec2(ceil(middle_px - radius_px - 0.5)), ivec2(0));
  ivec2 last = min(ivec2(floor(middle_px + radius_px - 0.5)), size - 1);
  for (int y = first.y; y <= last.y; ++y)
    for (int x = first.x; x <= last.x; ++x) {
      vec2 off = (vec2(x, y) + 0.5 - middle_px) / radius_px;
      float left = 1.0 - dot(off, off);
      if (left > 0.0) add(ivec2(x, y), view_m.z, peak * left * left);
    }
}

void main() {
  uint speck = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x +
               gl_LocalInvocationID.x;
  if (speck >= specks.y) return;
  PublishedVertex vertex = vertices[specks.x + speck];
  float own_radius_m = radius_m * vertex.normal_w.w;
  if (own_radius_m == 0.0) return;
  vec2 px_per_tangent = vec2(imageSize(sums).xy) / (2.0 * half_of_view_m());
  vec3 end_m = in_view_m(vertex.position_scalar.xyz);
  vec3 start_m = in_view_m(vertex.position_scalar.xyz - shutter_s * vertex.normal_w.xyz);
  float way_px = length(end_m.xy - start_m.xy) * px_per_tangent.y / max(end_m.z, eye_m.w);
  int dots = clamp(int(way_px / 1.2), 1, max_dots);
  for (int i = 0; i < dots; ++i)
    dot_at(mix(end_m, start_m, float(i) / float(dots)), px_per_tangent, 1.0 / float(dots),
           own_radius_m);
}
