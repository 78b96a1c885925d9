// ID of the surface: 0 if it cannot be picked, the triangle's index plus one, or for an instance
// the vertex index of its pose with the highest bit set.

layout(location = 0) out uint picked;

#ifdef INSTANCED
layout(location = 0) uniform uint flag;  // 0: cannot be picked
layout(location = 0) flat in uint picked_pose;

void main() { picked = flag == 0u ? 0u : flag | picked_pose; }
#else
layout(location = 0) uniform uint first;

void main() { picked = first == 0u ? 0u : first + uint(gl_PrimitiveID); }
#endif
