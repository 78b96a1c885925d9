#include "frame.glsl"

layout(location = 0) in vec4 position_scalar;

void main() { gl_Position = clip_from_world * vec4(position_scalar.xyz, 1.0); }
