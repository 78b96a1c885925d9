// Depth as seen by the key light or from the sky.
#include "vertex.glsl"

layout(location = 0) uniform mat4 clip_from_world;

void main() { gl_Position = clip_from_world * vec4(drawn_vertex().position_m, 1.0); }
