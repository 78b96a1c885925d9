// Rasterizes the small triangles of instances, for the G-buffer or for shadow maps. GPUs for
// computing rasterize with few of their multiprocessors, and compute shaders use all [Karis21]. Two
// dispatches: the first leaves the nearest depth of each sample, the second, for the G-buffer, the
// texel that has it. So both must compute the same depths, which are precise for that. Of
// neighbours with one depth in a sample on their edge, either may win.
#include "frame.glsl"
#include "gbuffer.glsl"
#include "pose.glsl"
#include "small_triangles.glsl"

layout(local_size_x = 64) in;

layout(location = 0) uniform uint samples;
layout(location = 1) uniform vec2 sample_at[max_samples];  // in the pixel, 0 to 1
layout(location = 20) uniform bool writes_texels;          // else depths
layout(location = 21) uniform uint mode;
layout(location = 22) uniform vec2 field_range;  // scalar range, in mode_field
layout(location = 23) uniform mat4 view_from_world;  // to clip space
layout(location = 24) uniform vec2 nearness;  // of depth d: x + y d; 1 at the front, 0 at the back
layout(location = 25) uniform bool clips;  // what is below the ground
layout(location = 26) uniform ivec2 size_px;

layout(std430, binding = 1) readonly buffer Triangles { uint corners[]; };
layout(std430, binding = 2) readonly buffer Mesh { PublishedVertex mesh_vertices[]; };
struct Level {
  uint first_corner, triangle_count;
  uint closed;  // back faces cannot be seen
  uint material;
  int first_pose, poses_per_body;
};
layout(std430, binding = 3) readonly buffer Levels { Level levels[]; };
layout(std430, binding = 4) readonly buffer SmallClusters {
  SmallCounts counts;
  uvec2 clusters[];
};

struct Corner {
  uint index;
  vec2 at_px;
  float near;      // depth as nearness
  float per_w;     // 1 / clip-space w
  float ground_m;  // height above the ground
};

Corner corner_of(uint index, PublishedVertex body, vec4 turn) {
  precise vec3 point_m =
      body.position_scalar.xyz + turned(turn, mesh_vertices[index].position_scalar.xyz);
  precise vec4 clip = view_from_world * vec4(point_m, 1.0);
  precise float per_w = 1.0 / clip.w;
  precise vec2 at_px = (clip.xy * per_w * 0.5 + 0.5) * vec2(size_px);
  precise float near = nearness.x + nearness.y * clip.z * per_w;
  return Corner(index, at_px, near, per_w, clips ? above_ground_m(point_m) : 1.0);
}

float value_of(PublishedVertex body, uint pose, Level level) {
  float scalar = body.position_scalar.w;
  if (mode == mode_field) return (scalar - field_range.x) / (field_range.y - field_range.x);
  if (mode != mode_by_body) return scalar;
  return packed_body(int(pose), level.first_pose, level.poses_per_body);
}

void write_texel(uint place, vec3 normal, float value, Level level, bool front) {
  vec2 direction = packed_direction(front ? normal : -normal);
  float number = packed_surface(level.material, mode, front);
  small_texels[place] = uvec2(packUnorm2x16(direction), packUnorm2x16(vec2(value, number)));
}

void rasterize(Corner a, Corner b, Corner c, vec4 turn, float value, Level level) {
  precise vec2 to_b = b.at_px - a.at_px, to_c = c.at_px - a.at_px;
  precise float area = to_b.x * to_c.y - to_b.y * to_c.x;
  bool front = area > 0.0;
  if (area == 0.0 || (!front && level.closed != 0u)) return;
  ivec2 first = ivec2(max(floor(min(a.at_px, min(b.at_px, c.at_px))), 0.0));
  ivec2 last = ivec2(min(floor(max(a.at_px, max(b.at_px, c.at_px))), vec2(size_px) - 1.0));
  bool reaches_below = min(a.ground_m, min(b.ground_m, c.ground_m)) < 0.0;
  // Barycentric coordinates of b and c by the offset from a.
  precise vec2 b_per_px = vec2(to_c.y, -to_c.x) / area, c_per_px = vec2(-to_b.y, to_b.x) / area;
  for (int y = first.y; y <= last.y; ++y)
    for (int x = first.x; x <= last.x; ++x)
      for (uint i = 0u; i < samples; ++i) {
        precise vec2 off = vec2(x, y) + sample_at[i] - a.at_px;
        precise vec2 of_b_c = vec2(dot(b_per_px, off), dot(c_per_px, off));
        vec3 share = vec3(1.0 - of_b_c.x - of_b_c.y, of_b_c);
        const float rounding = 1e-5;  // no gaps between neighbours
        if (min(share.x, min(share.y, share.z)) < -rounding) continue;
        precise float near = a.near + of_b_c.x * (b.near - a.near) + of_b_c.y * (c.near - a.near);
        if (near <= 0.0 || near > 1.0) continue;
        uint bits = floatBitsToUint(near), place = small_place(ivec2(x, y), size_px.x, samples, i);
        uint nearest = small_nearest[place];
        if (writes_texels ? nearest != bits : nearest >= bits) continue;
        share *= vec3(a.per_w, b.per_w, c.per_w);
        share /= share.x + share.y + share.z;
        if (reaches_below && dot(share, vec3(a.ground_m, b.ground_m, c.ground_m)) < 0.0) continue;
        if (!writes_texels) {
          atomicMax(small_nearest[place], bits);
          continue;
        }
        vec3 normal = share.x * mesh_vertices[a.index].normal_w.xyz +
                      share.y * mesh_vertices[b.index].normal_w.xyz +
                      share.z * mesh_vertices[c.index].normal_w.xyz;
        write_texel(place, turned(turn, normal), value, level, front);
      }
}

void main() {
  uint number = gl_WorkGroupID.y * max_small_groups + gl_WorkGroupID.x;
  if (number >= counts.count) return;
  uvec2 listed = clusters[number];
  PublishedVertex body = vertices[listed.x];
  Level level = levels[bitfieldExtract(listed.y, 0, int(bits_of_level))];
  vec4 turn = turn_of(body);
  float value = value_of(body, listed.x, level);
  uint first = (listed.y >> bits_of_level) * small_cluster;
  uint last = min(first + small_cluster, level.triangle_count);
  for (uint i = first + gl_LocalInvocationID.x; i < last; i += gl_WorkGroupSize.x) {
    uint corner = level.first_corner + 3u * i;
    rasterize(corner_of(corners[corner], body, turn), corner_of(corners[corner + 1u], body, turn),
              corner_of(corners[corner + 2u], body, turn), turn, value, level);
  }
}
