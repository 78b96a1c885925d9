// Surfaces.
#include "frame.glsl"
#include "gbuffer.glsl"
#include "vertex.glsl"

layout(location = 0) uniform uvec2 surface;     // material, mode
layout(location = 1) uniform vec2 field_range;  // scalar range, in mode_field
#ifdef INSTANCED
layout(location = 2) uniform ivec2 bodies;  // first pose, poses per body
#endif
#ifdef WOVEN
layout(location = 2) in vec3 place_on_sheet_m;
invariant gl_Position;  // drawn twice: depth, and what has that depth
#endif

layout(location = 0) out vec3 normal;
layout(location = 1) out float value;  // the value shown in its mode
#ifdef WIREFRAME
layout(location = 2) out vec3 barycentric;
#endif
#ifdef INSTANCED
layout(location = 3) flat out float body;  // body number, in mode_by_body
#endif
#ifdef WOVEN
layout(location = 4) out vec3 rest_m;
layout(location = 5) out vec3 point_m;
#endif

/// Hash in [0, 1] (the finalizer of MurmurHash3, A. Appleby).
float hashed(uint number) {
  number = (number ^ (number >> 16)) * 0x85EBCA6Bu;
  number = (number ^ (number >> 13)) * 0xC2B2AE35u;
  return float((number ^ (number >> 16)) >> 8) * (1.0 / 16777216.0);
}

float value_of(DrawnVertex vertex) {
  if (surface.y == mode_field)
    return (vertex.scalar - field_range.x) / (field_range.y - field_range.x);
#ifdef INSTANCED
  return vertex.scalar;  // wetness
#else
  return hashed(vertex.number);
#endif
}

void main() {
#ifdef WIREFRAME
  int corner = gl_VertexID % 3;
  barycentric = vec3(corner == 0, corner == 1, corner == 2);
#endif
  DrawnVertex vertex = drawn_vertex();
  normal = vertex.normal;
  value = value_of(vertex);
#ifdef WOVEN
  rest_m = place_on_sheet_m;
  point_m = vertex.position_m;
#endif
#ifdef INSTANCED
  body = 0.0;
  if (surface.y == mode_by_body)
    body = packed_body(int(pose), bodies.x, bodies.y);
#endif
  gl_Position = clip_from_world * vec4(vertex.position_m, 1.0);
  gl_ClipDistance[0] = above_ground_m(vertex.position_m);
}
