#include "frame.glsl"
#include "vertex.glsl"

#ifdef INSTANCED
layout(location = 0) flat out uint picked_pose;
#endif

void main() {
#ifdef INSTANCED
  picked_pose = pose;
#endif
  vec3 position_m = drawn_vertex().position_m;
  gl_Position = clip_from_world * vec4(position_m, 1.0);
  gl_ClipDistance[0] = above_ground_m(position_m);
}
