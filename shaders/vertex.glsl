// The current vertex, in world space. Plain: an attribute. WIREFRAME: triangles have separate
// vertices, fetched by index, so that fragments know their distance from the edges. INSTANCED: a
// mesh vertex in the frame of a body whose pose is a published vertex.

#if defined(WIREFRAME) || defined(INSTANCED)
#include "pose.glsl"
#endif
#ifdef WIREFRAME
layout(std430, binding = 1) readonly buffer Triangles { uint corners[]; };
#endif
#if defined(INSTANCED)
layout(std430, binding = 2) readonly buffer Mesh { PublishedVertex mesh_vertices[]; };
layout(location = 0) in uint pose;
#elif !defined(WIREFRAME)
layout(location = 0) in vec4 position_scalar;
layout(location = 1) in vec3 vertex_normal;
#endif

struct DrawnVertex {
  vec3 position_m;
  float scalar;
  vec3 normal;
  uint number;  // index in its mesh
};

DrawnVertex drawn_vertex() {
#ifdef WIREFRAME
  uint index = corners[gl_VertexID];
#else
  int index = gl_VertexID;
#endif
#if defined(INSTANCED)
  PublishedVertex body = vertices[pose], in_body = mesh_vertices[index];
  return DrawnVertex(in_world_m(body, in_body.position_scalar.xyz), body.position_scalar.w,
                     turned(turn_of(body), in_body.normal_w.xyz), uint(index));
#elif defined(WIREFRAME)
  PublishedVertex vertex = vertices[index];
  return DrawnVertex(vertex.position_scalar.xyz, vertex.position_scalar.w, vertex.normal_w.xyz,
                     index);
#else
  return DrawnVertex(position_scalar.xyz, position_scalar.w, vertex_normal, uint(index));
#endif
}
