// Shades fluids over the picture [VanDerLaan09]: refracted, absorbed light from behind and
// reflections, weighted by Schlick's Fresnel term [Schlick94].
#include "frame.glsl"
#include "studio.glsl"
#include "shadow.glsl"
#include "fluid.glsl"
#include "gbuffer.glsl"
#include "eye.glsl"
#include "film.glsl"
#include "fluid_mirror.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 4) uniform sampler2DMS depths;  // of surfaces; 0: none
layout(binding = 8) uniform sampler2D splats;
layout(location = 1) uniform bool has_normals;  // of a mesh; otherwise computed from depths
layout(binding = 11) uniform sampler2D normals;  // packed_direction()
layout(binding = 10) uniform sampler2D absorbed;  // per colour, and metres of fluid

layout(binding = 0, rgba8) uniform writeonly image2D encoded;

vec2 place_of(ivec2 pixel) { return (vec2(pixel) + 0.5) / picture.xy; }

float smoothed_at(ivec2 pixel) {
  return texelFetch(smoothed, clamp(pixel, ivec2(0), ivec2(picture.xy) - 1), 0).r;
}

/// Depth derivative along an axis, per pixel. One-sided at silhouettes; 0 between two surfaces,
/// where both sides change by more than `most`.
float slope(ivec2 pixel, float depth, ivec2 axis, int apart, float range, float most) {
  float before = smoothed_at(pixel - axis * apart), after = smoothed_at(pixel + axis * apart);
  float back = depth - before, on = after - depth;
  bool first = before > 0.0, second = after > 0.0;
  if (first && second && abs(back - on) < range) return (back + on) / float(2 * apart);
  float one = first && (!second || abs(back) < abs(on)) ? back : on;
  return abs(one) < most * float(apart) ? one / float(apart) : 0.0;
}

/// The inverse distance of a plane is linear in screen space; its gradient gives the normal.
vec3 normal_at(ivec2 pixel, float depth, float radius_m) {
  float depth_per_m = depth * depth / eye_m.w;
  vec2 half_m = half_of_view_m(), pixels_per_tangent = picture.xy / (2.0 * half_m);
  float range = 0.5 * radius_m * depth_per_m;
  const float steepest = 12.0;  // maximum slope: depth per width
  float most = steepest * depth / pixels_per_tangent.y;
  int apart = clamp(int(0.7 * radius_m * pixels_per_tangent.y * depth / eye_m.w), 1, 4);
  vec2 slopes = vec2(slope(pixel, depth, ivec2(1, 0), apart, range, most),
                     slope(pixel, depth, ivec2(0, 1), apart, range, most)) * pixels_per_tangent;
  vec2 tangent = (place_of(pixel) * 2.0 - 1.0) * half_m;
  float forward = depth - dot(slopes, tangent);
  return normalize(-slopes.x * ray_right.xyz / half_m.x - slopes.y * ray_up.xyz / half_m.y -
                   max(forward, 1e-6 * depth) * ray_forward.xyz);
}

/// The mesh's normal, tilted to face the eye if necessary.
vec3 mesh_normal_at(ivec2 pixel, vec3 ray) {
  vec3 n = unpacked_direction(texelFetch(normals, pixel, 0).rg);
  return normalize(n - ray * max(dot(n, ray) + 0.05, 0.0));
}

/// What a pixel's samples show besides the fluid.
struct Around {
  float behind;    // fraction of samples behind the fluid
  float covered;   // fraction of these covered by the fluid
  float farthest;  // depth
};

/// Fades out near whatever is behind: spheres around particles penetrate it.
Around look_around(ivec2 pixel, float depth, float radius_m, vec3 along) {
  int samples = textureSamples(depths);
  float ground = depth_of_ground(along);
  Around around = Around(0.0, 0.0, depth);
  for (int i = 0; i < samples; ++i) {
    float there = max(texelFetch(depths, pixel, i).r, ground);
    if (there >= depth) continue;
    float room_m = eye_m.w * (1.0 / max(there, 1e-9) - 1.0 / depth) * length(along);
    around.behind += 1.0 / float(samples);
    around.covered += smoothstep(0.3 * radius_m, 2.0 * radius_m, room_m) / float(samples);
    around.farthest = min(around.farthest, there);
  }
  around.covered /= max(around.behind, 1e-9);
  return around;
}

/// Antialiases the silhouette of a fluid.
float covered_at_rim(ivec2 pixel) {
  float covered = 0.0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      covered += smoothed_at(pixel + ivec2(x, y)) > 0.0 ? float((2 - abs(x)) * (2 - abs(y))) : 0.0;
  return clamp(covered / 8.0 - 1.0, 0.15, 1.0);
}

/// Light of a surface in front of the fluid that covers a pixel partially.
vec3 light_in_front(ivec2 pixel) {
  ivec2 nearest = pixel;
  float depth = 0.0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x) {
      ivec2 at = clamp(pixel + ivec2(x, y), ivec2(0), ivec2(picture.xy) - 1);
      float there = texelFetch(depth_behind, at, 0).r;
      if (there <= depth || at == pixel) continue;
      nearest = at;
      depth = there;
    }
  return texelFetch(light_behind, nearest, 0).rgb;
}

/// Light from the point where the refracted ray leaves the fluid. If something in front of the
/// fluid occludes it, samples on this side of the occluder's edge.
vec3 refracted_light(ivec2 pixel, vec3 exit_m, float depth) {
  vec2 place = place_of(pixel), off = vec2(0.0);
  vec3 exit = in_view_m(exit_m);
  if (exit.z > eye_m.w) off = seen_at(exit).xy - place;
  // Pixels at the edge mix both.
  vec2 edge = off * 1.5 / max(length(off * picture.xy), 1e-3);
  float free = 0.0, way = 1.0;
  for (int i = 0; i < 6; ++i) {
    vec2 at = clamp(place + way * off + edge, 0.0, 1.0);
    if (textureLod(depth_behind, at, 0.0).r <= depth) free = way;
    if (free == 1.0) break;
    way = free + exp2(-float(i + 1));
  }
  const float drawn_out = 0.4;  // stretches the visible part, to cover the occluded one
  vec2 at = clamp(place + (free - drawn_out * (1.0 - free)) * off, 0.0, 1.0);
  if (textureLod(depth_behind, at, 0.0).r > depth) at = place;
  return textureLod(light_behind, at, 0.0).rgb;
}

vec3 fluid_light(ivec2 pixel, float depth, float farthest) {
  Fluid fluid = fluids[fluid_of(texelFetch(splats, pixel, 0).r)];
  float radius_m = fluid.absorption_radius.w, index = fluid.scatter_index.w;
  vec3 along = ray_at(place_of(pixel)), ray = normalize(along);
  vec3 point_m = eye_m.xyz + along * (eye_m.w / depth);
  vec3 n = has_normals ? mesh_normal_at(pixel, ray) : normal_at(pixel, depth, radius_m);

  vec4 amount = textureLod(absorbed, place_of(pixel), 0.0);
  // Limits the thickness to the distance to what is behind.
  float room_m = eye_m.w * (1.0 / max(farthest, 1e-9) - 1.0 / depth) * length(along);
  amount *= min(1.0, (room_m + radius_m) / max(amount.w, 1e-9));
  // Path length of the refracted ray, if the bottom is parallel to the surface, as in a pool.
  vec3 bent = refract(ray, n, 1.0 / index);
  float shorter = clamp(dot(n, ray) / min(dot(n, bent), -1e-3), 0.3, 1.0);
  bool clear = fluid.scatter_index.rgb == vec3(0.0);  // else light is scattered
  amount *= vec4(vec3(clear ? shorter : 1.0), shorter);
  vec3 passed = exp(-amount.rgb);

  vec3 lit = vec3(light_reaching(point_m, n, 0.0));
  float open = sky_reaching(point_m, n);
  vec3 behind = refracted_light(pixel, point_m + bent * amount.w, depth);
  float facing = 0.3 + 0.7 * max(dot(n, to_light.xyz), 0.0);  // wrapped, for subsurface scattering
  vec3 diffuse = fluid.scatter_index.rgb * (key_light.rgb * lit * facing + ambient_light(n) * open);
  vec3 inside = behind * passed + diffuse * (1.0 - passed);

  float head_on = (index - 1.0) / (index + 1.0);
  float mirrored = head_on * head_on;
  mirrored += (1.0 - mirrored) * pow(1.0 - clamp(dot(n, -ray), 0.0, 1.0), 5.0);
  return mix(inside, mirrored_light(point_m, reflect(ray, n), lit), mirrored);
}

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, ivec2(picture.xy)))) return;
  float depth = texelFetch(smoothed, pixel, 0).r;
  if (depth == 0.0) return;
  float radius_m = fluids[fluid_of(texelFetch(splats, pixel, 0).r)].absorption_radius.w;
  Around around = look_around(pixel, depth, radius_m, ray_at(place_of(pixel)));
  float covered = around.covered * covered_at_rim(pixel);
  if (covered == 0.0) return;
  noise_pixel = pixel;
  vec3 fluid = clamp(tone(fluid_light(pixel, depth, around.farthest)) + dither(), 0.0, 1.0);
  vec3 color = mix(tone(texelFetch(light_behind, pixel, 0).rgb), fluid, covered);
  if (around.behind < 1.0) color = mix(tone(light_in_front(pixel)), color, around.behind);
  imageStore(encoded, pixel, vec4(srgb_from_linear(clamp(color, 0.0, 1.0)), 1.0));
}
