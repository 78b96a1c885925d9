#include "frame.glsl"
#include "vertex.glsl"

#ifdef INSTANCED
layout(location = 0) flat out uint picked_pose;
#endif

void main() {
#ifdef INSTANCED
  picked_pose = pose;
#endif
  gl_Position = clip_from_world * vec4(drawn_vertex().position_m, 1.0);
}
