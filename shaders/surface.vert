// Surfaces. For the wireframe each triangle has three vertices of its own, fetched by index, so
// that the fragments know how far they are from its edges.
#include "frame.glsl"

#ifdef WIREFRAME
#include "published.glsl"
layout(std430, binding = 1) readonly buffer Triangles { uint corners[]; };
layout(location = 3) out vec3 barycentric;
#else
layout(location = 0) in vec4 position_scalar;
layout(location = 1) in vec3 vertex_normal;
#endif

layout(location = 0) out vec3 position_m;
layout(location = 1) out vec3 normal;
layout(location = 2) out float scalar;

void main() {
#ifdef WIREFRAME
  PublishedVertex vertex = vertices[corners[gl_VertexID]];
  vec4 position_scalar = vertex.position_scalar;
  vec3 vertex_normal = vertex.normal_w.xyz;
  int corner = gl_VertexID % 3;
  barycentric = vec3(corner == 0, corner == 1, corner == 2);
#endif
  position_m = position_scalar.xyz;
  scalar = position_scalar.w;
  normal = vertex_normal;
  gl_Position = clip_from_world * vec4(position_m, 1.0);
}
