// Splats fluid particles with atomics, one row of threads per particle. Not rasterized as
// triangles, since compute GPUs rasterize with only a few of their multiprocessors. DEPTH: the
// nearest sphere as seen by the eye [VanDerLaan09]. THICKNESS: the fluid along the ray. LIGHT: the
// same as seen by the key light, and the depth where it begins.
#include "frame.glsl"
#include "published.glsl"
#include "fluid.glsl"
#include "eye.glsl"

layout(local_size_x = 8, local_size_y = 32) in;

layout(location = 0) uniform uvec3 particles;  // first, count, fluid index

#if defined(DEPTH)
layout(binding = 0, r32ui) uniform coherent uimage2D nearest;  // packed_depth()
const float sphere_radii = 1.5;  // wide enough to leave no holes between particles at rest
#else
layout(binding = 0, r32ui) uniform uimage2DArray thickness;  // one layer per fluid
const float kernel_radii = 2.5;
#ifdef LIGHT
layout(binding = 1, r32ui) uniform coherent uimage2D begins;  // max_depth minus depth
#else
layout(binding = 8) uniform sampler2D splats;  // of DEPTH
layout(binding = 9) uniform sampler2D depth_behind;
#endif
#endif

/// Pixels with centres in a rectangle.
struct Reach {
  ivec2 first;
  ivec2 last;
};

Reach reach(vec2 low_px, vec2 high_px, ivec2 size) {
  const float most = 1e6;
  return Reach(max(ivec2(ceil(max(low_px, -most) - 0.5)), ivec2(0)),
               min(ivec2(floor(min(high_px, most) - 0.5)), size - 1));
}

#ifdef DEPTH
/// Tangents of the rays that graze a sphere at offset `along_m` from the axis and depth `z_m`: low
/// and high.
vec2 touching(float along_m, float z_m, float radius_m) {
  float root = radius_m * sqrt(max(along_m * along_m + z_m * z_m - radius_m * radius_m, 0.0));
  return (along_m * z_m + vec2(-root, root)) / (z_m * z_m - radius_m * radius_m);
}

void splat(vec3 particle_m, uint fluid, float share) {
  ivec2 size = imageSize(nearest);
  vec2 px_per_tangent = vec2(size) / (2.0 * half_of_view_m());
  vec3 middle = in_view_m(particle_m);
  // Small ones must not fall between pixel centres.
  float radius_m = max(sphere_radii * share * fluids[fluid].absorption_radius.w,
                       0.72 * middle.z / min(px_per_tangent.x, px_per_tangent.y));
  if (middle.z - radius_m <= eye_m.w) return;
  vec2 x = touching(middle.x, middle.z, radius_m), y = touching(middle.y, middle.z, radius_m);
  Reach area = reach(vec2(x.x, y.x) * px_per_tangent + vec2(size) / 2.0,
                     vec2(x.y, y.y) * px_per_tangent + vec2(size) / 2.0, size);
  for (int row = area.first.y; row <= area.last.y; ++row)
    for (int column = area.first.x + int(gl_LocalInvocationID.x); column <= area.last.x;
         column += int(gl_WorkGroupSize.x)) {
      ivec2 pixel = ivec2(column, row);
      // Relative to the depth of the centre, to keep precision.
      vec2 tangent = (vec2(pixel) + 0.5 - vec2(size) / 2.0) / px_per_tangent;
      vec2 off_m = tangent * middle.z - middle.xy;
      float a = dot(tangent, tangent) + 1.0, b = dot(off_m, tangent);
      float inside = b * b - a * (dot(off_m, off_m) - radius_m * radius_m);
      if (inside < 0.0) continue;
      float z_m = middle.z - (b + sqrt(inside)) / a;
      uint depth = packed_depth(eye_m.w / z_m, fluid);
      // Most are already occluded: a load is cheaper than an atomic.
      if (imageLoad(nearest, pixel).r < depth) imageAtomicMax(nearest, pixel, depth);
    }
}
#else
/// Peak of a particle's thickness kernel (1 - q^2)^2: its integral is the particle's rest volume,
/// that of a cube, at any resolution.
float peak_of_kernel_m(float radius_m, float kernel_m) {
  float side_m = 2.0 * radius_m;
  return side_m * side_m * side_m * 3.0 / (3.14159265 * kernel_m * kernel_m);
}

void splat(vec3 particle_m, uint fluid) {
  float radius_m = fluids[fluid].absorption_radius.w;
  ivec2 size = imageSize(thickness).xy;
#ifdef LIGHT
  vec3 at = (shadow_from_world * vec4(particle_m, 1.0)).xyz;
  vec2 middle_px = at.xy * vec2(size), px_per_m = vec2(size) / shadow.x;
#else
  vec3 view_m = in_view_m(particle_m);
  if (view_m.z <= eye_m.w + radius_m) return;
  vec2 px_per_tangent = vec2(size) / (2.0 * half_of_view_m());
  vec2 px_per_m = px_per_tangent / view_m.z, middle_px = view_m.xy * px_per_m + vec2(size) / 2.0;
#endif
  float kernel_m = max(kernel_radii * radius_m, 1.5 / min(px_per_m.x, px_per_m.y));
  float most = thickness_units / radius_m * peak_of_kernel_m(radius_m, kernel_m);
  vec2 kernel_px = kernel_m * px_per_m;
  Reach area = reach(middle_px - kernel_px, middle_px + kernel_px, size);
  for (int row = area.first.y; row <= area.last.y; ++row)
    for (int column = area.first.x + int(gl_LocalInvocationID.x); column <= area.last.x;
         column += int(gl_WorkGroupSize.x)) {
      ivec2 pixel = ivec2(column, row);
      vec2 off = (vec2(pixel) + 0.5 - middle_px) / kernel_px;
      float left = 1.0 - dot(off, off);
      if (left <= 0.0) continue;
      float share = left * left;
#ifdef LIGHT
      float front = at.z - sqrt(left) * radius_m / shadow.y;
      uint begin = uint(clamp(1.0 - front, 0.0, 1.0) * max_depth);
      if (imageLoad(begins, pixel).r < begin) imageAtomicMax(begins, pixel, begin);
#else
      // Objects in the fluid occlude particles behind them. Objects in front of all fluid must not:
      // they hide the pixel anyway, and would leave a seam around them.
      vec2 place = (vec2(pixel) + 0.5) / vec2(size);
      float depth = textureLod(depth_behind, place, 0.0).r;
      if (depth > 0.0 && depth < textureLod(splats, place, 0.0).r)
        share *= clamp((eye_m.w / depth - view_m.z) / (2.0 * radius_m) + 0.5, 0.0, 1.0);
#endif
      uint amount = uint(most * share + 0.5);
      if (amount > 0u) imageAtomicAdd(thickness, ivec3(pixel, fluid), amount);
    }
}
#endif

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint particle = group * gl_WorkGroupSize.y + gl_LocalInvocationID.y;
  if (particle >= particles.y) return;
  PublishedVertex vertex = vertices[particles.x + particle];
  if (vertex.normal_w.w == 0.0) return;
#ifdef DEPTH
  splat(vertex.position_scalar.xyz, particles.z, vertex.normal_w.w);
#else
  splat(vertex.position_scalar.xyz, particles.z);
#endif
}
