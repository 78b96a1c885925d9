// Surfaces.
#include "frame.glsl"
#include "vertex.glsl"

layout(location = 0) out vec3 position_m;
layout(location = 1) out vec3 normal;
layout(location = 2) out float scalar;
#ifdef WIREFRAME
layout(location = 3) out vec3 barycentric;
#endif
#ifdef INSTANCED
layout(location = 4) uniform ivec2 bodies;  // the first pose, and how many of them a body has
layout(location = 4) flat out int body;
#endif

void main() {
#ifdef INSTANCED
  body = (int(pose) - bodies.x) / bodies.y;
#endif
#ifdef WIREFRAME
  int corner = gl_VertexID % 3;
  barycentric = vec3(corner == 0, corner == 1, corner == 2);
#endif
  DrawnVertex vertex = drawn_vertex();
  position_m = vertex.position_m;
  scalar = vertex.scalar;
  normal = vertex.normal;
  gl_Position = clip_from_world * vec4(position_m, 1.0);
}
