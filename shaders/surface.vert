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

layout(location = 5) out float mottle;

/// From 0 to 1, of no order (the finaliser of MurmurHash3, A. Appleby).
float hashed(uint number) {
  number = (number ^ (number >> 16)) * 0x85EBCA6Bu;
  number = (number ^ (number >> 13)) * 0xC2B2AE35u;
  return float((number ^ (number >> 16)) >> 8) * (1.0 / 16777216.0);
}

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
  mottle = hashed(vertex.number);
  gl_Position = clip_from_world * vec4(position_m, 1.0);
}
