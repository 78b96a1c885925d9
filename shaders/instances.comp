// Culls instances and lists the visible ones by part and level of detail: the coarsest level within
// the tolerance. Writes the draw commands.
#include "frame.glsl"
#include "pose.glsl"

const uint max_levels = 8u;  // as in render/leveled_mesh.h

layout(local_size_x = 256) in;

layout(location = 0) uniform mat4 view_from_world;  // to clip space of the view, not of the frame
layout(location = 1) uniform float px_per_m;  // at w = 1: at 1 m, or anywhere in orthographic views
layout(location = 2) uniform float tolerance_px;

struct Part {
  vec4 bounds;  // bounding sphere of the mesh: centre in the body frame, radius
  uint first_pose;
  uint pose_count;
  uint first_level;
  uint level_count;
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

// Counted per work group first: a million atomic additions to one address are slow.
shared uint listed[max_levels];
shared uint first_of_group[max_levels];

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

void main() {
  Part part = parts[gl_WorkGroupID.y];
  uint lane = gl_LocalInvocationID.x;
  if (lane < max_levels) listed[lane] = 0u;
  barrier();

  uint pose = part.first_pose + gl_GlobalInvocationID.x, level = 0u, place = 0u;
  bool shown = gl_GlobalInvocationID.x < part.pose_count;
  if (shown) {
    vec3 middle_m = in_world_m(vertices[pose], part.bounds.xyz);
    shown = in_view(middle_m, part.bounds.w);
    level = level_of(part, middle_m);
    if (shown) place = atomicAdd(listed[level], 1u);
  }
  barrier();
  if (lane < part.level_count && listed[lane] > 0u)
    first_of_group[lane] =
        atomicAdd(commands[part.first_level + lane].instance_count, listed[lane]);
  barrier();
  if (shown)
    poses[commands[part.first_level + level].first_instance + first_of_group[level] + place] = pose;
}
