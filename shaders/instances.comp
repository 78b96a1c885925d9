// Culls instances and lists the visible ones by part and level of detail: the coarsest level within
// the tolerance. Writes the draw commands. What is hidden is culled in two passes [Haar15]: first
// those that the last picture showed are listed and drawn, then those of the rest that are not
// hidden behind them.
#include "frame.glsl"
#include "pose.glsl"
#define INSTANCES
#include "small_triangles.glsl"

const uint max_levels = 12u;  // as in render/leveled_mesh.h

layout(local_size_x = 256) in;

layout(location = 0) uniform mat4 view_from_world;  // to clip space of the view, not of the frame
layout(location = 1) uniform float px_per_m;  // at w = 1: at 1 m, or anywhere in orthographic views
layout(location = 2) uniform float tolerance_px;
const uint all_in_view = 0u, shown_before = 1u, not_hidden = 2u;  // enum class Among
layout(location = 3) uniform uint among;
// For not_hidden:
layout(location = 4) uniform vec2 size_px;   // of the view
layout(location = 5) uniform vec2 nearness;  // of depth d: x + y d
layout(location = 6) uniform vec2 rounding;  // of nearness: relative, absolute
/// Mean area of triangles, in square pixels, below which they are left to small_triangles.comp.
layout(location = 7) uniform float small_px2;
layout(location = 8) uniform uvec2 least_small;  // triangles: of an instance, and of all in view
layout(binding = 0) uniform sampler2D farthest;  // depth_pyramid.comp

struct Part {
  vec4 bounds;  // bounding sphere of the mesh: centre in the body frame, radius
  vec4 half_m;  // of the bounding box, which has the same centre
  uint first_pose;
  uint pose_count;
  uint first_level;
  uint level_count;
  uint first_slot;  // in shown[]
  uint transparent;
};
layout(std430, binding = 1) readonly buffer Parts { Part parts[]; };
layout(std430, binding = 2) readonly buffer Errors { float error_m[]; };  // per level, finest first

struct Command {  // for glMultiDrawElementsIndirect, one per level
  uint index_count;
  uint instance_count;
  uint first_index;
  int base_vertex;
  uint first_instance;
};
layout(std430, binding = 3) buffer Commands { Command commands[]; };
layout(std430, binding = 4) writeonly buffer Poses { uint poses[]; };  // for the draws
layout(std430, binding = 5) buffer Shown { uint shown[]; };  // whether the last picture showed it
layout(std430, binding = 6) readonly buffer Before { Command before[]; };  // those of shown_before

layout(std430, binding = 7) buffer SmallClusters {
  SmallCounts small_counts;
  uvec2 small_clusters[];
};

// Counted per work group first: a million atomic additions to one address are slow.
shared uint listed[max_levels];
shared uint first_of_group[max_levels];
shared uint small_listed, first_small, small_triangles;

vec4 row(mat4 m, int i) { return vec4(m[0][i], m[1][i], m[2][i], m[3][i]); }

bool above(vec4 plane, vec3 middle_m, float radius_m) {
  return dot(plane, vec4(middle_m, 1.0)) >= -radius_m * length(plane.xyz);
}

bool in_view(vec3 middle_m, float radius_m) {
  vec4 x = row(view_from_world, 0), y = row(view_from_world, 1);
  vec4 z = row(view_from_world, 2), w = row(view_from_world, 3);
  return above(w - x, middle_m, radius_m) && above(w + x, middle_m, radius_m) &&
         above(w - y, middle_m, radius_m) && above(w + y, middle_m, radius_m) &&
         above(w - z, middle_m, radius_m) && above(z, middle_m, radius_m);
}

/// Width of a pixel at a sphere's nearest point.
float metres_per_pixel(mat4 clip_from_world, float px_per_m, vec3 middle_m, float radius_m) {
  vec4 w = row(clip_from_world, 3);
  return max(dot(w, vec4(middle_m, 1.0)) - radius_m * length(w.xyz), 0.0) / px_per_m;
}

/// A shadow's level need not be finer than its caster's in the eye's view.
uint level_of(Part part, vec3 middle_m) {
  float eye_px_per_m = picture.y / (2.0 * length(ray_up.xyz));
  float pixel_m =
      max(metres_per_pixel(view_from_world, px_per_m, middle_m, part.bounds.w),
          metres_per_pixel(clip_from_world, eye_px_per_m, middle_m, part.bounds.w));
  uint level = part.level_count - 1u;
  while (level > 0u && error_m[part.first_level + level] > tolerance_px * pixel_m) --level;
  return level;
}

/// What a view sees of some points at most: an area and the nearest depth.
struct Extent {
  vec2 low_px, high_px;
  float nearest;
};

/// Extends it; false if the point is not in front of the eye.
bool include(vec3 point_m, inout Extent extent) {
  vec4 clip = view_from_world * vec4(point_m, 1.0);
  if (clip.w <= 0.0 || nearness.x + nearness.y * clip.z / clip.w > 1.0) return false;
  vec2 at_px = (clip.xy / clip.w * 0.5 + 0.5) * size_px;
  extent.low_px = min(extent.low_px, at_px);
  extent.high_px = max(extent.high_px, at_px);
  extent.nearest = max(extent.nearest, nearness.x + nearness.y * clip.z / clip.w);
  return true;
}

/// False if part of the box is not in front of the eye.
bool extent_of_box(vec3 middle_m, mat3 halves_m, out Extent extent) {
  extent = Extent(vec2(1e30), vec2(-1e30), 0.0);
  bool in_front = true;
  for (int i = 0; i < 8; ++i) {
    vec3 corner = vec3((i & 1) * 2 - 1, (i & 2) - 1, (i & 4) / 2 - 1);
    in_front = include(middle_m + halves_m * corner, extent) && in_front;
  }
  return in_front;
}

/// A box along the axes of the view around the bounding sphere.
mat3 halves_of_sphere(float radius_m) {
  vec3 right = normalize(row(view_from_world, 0).xyz), up = normalize(row(view_from_world, 1).xyz);
  return radius_m * mat3(right, up, cross(right, up));
}

const int pyramid_levels = 5;  // of depth_pyramid.comp

bool is_hidden(Part part, PublishedVertex body, vec3 middle_m) {
  vec4 turn = turn_of(body);
  mat3 halves_m = mat3(turned(turn, vec3(part.half_m.x, 0.0, 0.0)),
                       turned(turn, vec3(0.0, part.half_m.y, 0.0)),
                       turned(turn, vec3(0.0, 0.0, part.half_m.z)));
  Extent box, sphere;
  if (!extent_of_box(middle_m, halves_m, box) ||
      !extent_of_box(middle_m, halves_of_sphere(part.bounds.w), sphere))
    return false;
  float nearest = min(box.nearest, sphere.nearest) * (1.0 + rounding.x) + rounding.y;
  const float snap_px = 0.01;  // corners are rounded to parts of a pixel
  ivec2 low = ivec2(max(max(box.low_px, sphere.low_px) - snap_px, 0.0));
  ivec2 high = ivec2(min(min(box.high_px, sphere.high_px) + snap_px, size_px - 1.0));
  const int few = 16, most = 32;  // areas across
  int at = 0;  // level of the pyramid
  ivec2 first = low >> 1, last = high >> 1;
  while (at < pyramid_levels - 1 && any(greaterThanEqual(last - first, ivec2(few)))) {
    ++at;
    first = low >> (at + 1);
    last = high >> (at + 1);
  }
  if (any(greaterThanEqual(last - first, ivec2(most)))) return false;
  for (int y = first.y; y <= last.y; ++y)
    for (int x = first.x; x <= last.x; ++x)
      if (texelFetch(farthest, ivec2(x, y), at).r <= nearest) return false;
  return true;
}

/// Whether to list an instance that is in view.
bool is_chosen(Part part, uint pose, uint slot, vec3 middle_m) {
  if (among == all_in_view) return true;
  bool was_shown = shown[slot] != 0u;
  if (among == shown_before) return was_shown;
  bool is_shown = !is_hidden(part, vertices[pose], middle_m);
  shown[slot] = is_shown ? 1u : 0u;
  return is_shown && !was_shown;
}

uint triangles_of(Part part, uint level) {
  return commands[part.first_level + level].index_count / 3u;
}

/// Whether an instance consists of small triangles in front of the eye.
bool is_small(Part part, uint level, vec3 middle_m) {
  if (part.transparent != 0u) return false;
  float pixel_m = metres_per_pixel(view_from_world, px_per_m, middle_m, part.bounds.w);
  bool parallel = row(view_from_world, 3).xyz == vec3(0.0);
  if (!parallel && pixel_m * px_per_m <= eye_m.w) return false;
  float across_px = 2.0 * part.bounds.w / pixel_m;
  uint triangles = triangles_of(part, level);
  const float most_px = 256.0;  // even if a few of its triangles are much larger than others
  return triangles >= least_small.x && triangles <= max_small_clusters * small_cluster &&
         (part.first_level + level) >> bits_of_level == 0u && across_px < most_px &&
         across_px * across_px < small_px2 * float(triangles);
}

/// Of a level's poses. Those that are not hidden follow those that were shown before.
uint first_place(uint level) {
  if (among == not_hidden) return before[level].first_instance + before[level].instance_count;
  return commands[level].first_instance;
}

void main() {
  Part part = parts[gl_WorkGroupID.y];
  uint lane = gl_LocalInvocationID.x;
  if (lane < max_levels) listed[lane] = 0u;
  if (lane == 0u) small_listed = small_triangles = 0u;
  barrier();

  uint pose = part.first_pose + gl_GlobalInvocationID.x, level = 0u, place = 0u;
  uint clusters = 0u;
  bool small = false, listed_here = gl_GlobalInvocationID.x < part.pose_count;
  if (listed_here) {
    vec3 middle_m = in_world_m(vertices[pose], part.bounds.xyz);
    listed_here = in_view(middle_m, part.bounds.w) &&
                  is_chosen(part, pose, part.first_slot + gl_GlobalInvocationID.x, middle_m);
    level = level_of(part, middle_m);
    small = listed_here && is_small(part, level, middle_m);
    uint triangles = triangles_of(part, level);
    if (small) atomicAdd(small_triangles, triangles);
    small = small && small_counts.triangles_before >= least_small.y;
    clusters = (triangles + small_cluster - 1u) / small_cluster;
    if (small)
      place = atomicAdd(small_listed, clusters);
    else if (listed_here)
      place = atomicAdd(listed[level], 1u);
  }
  barrier();
  if (lane < part.level_count && listed[lane] > 0u)
    first_of_group[lane] =
        atomicAdd(commands[part.first_level + lane].instance_count, listed[lane]);
  if (among == not_hidden && lane < part.level_count)
    commands[part.first_level + lane].first_instance = first_place(part.first_level + lane);
  if (lane == 0u && small_triangles > 0u) atomicAdd(small_counts.triangles, small_triangles);
  if (lane == 0u && small_listed > 0u) {
    small_counts.any = 1u;
    first_small = atomicAdd(small_counts.count, small_listed);
    uint count = first_small + small_listed;
    atomicMax(small_counts.groups_x, min(count, max_small_groups));
    atomicMax(small_counts.groups_y, (count + max_small_groups - 1u) / max_small_groups);
  }
  barrier();
  if (small)
    for (uint i = 0u; i < clusters; ++i)
      small_clusters[first_small + place + i] =
          uvec2(pose, part.first_level + level + (i << bits_of_level));
  else if (listed_here)
    poses[first_place(part.first_level + level) + first_of_group[level] + place] = pose;
}
