// Exactly the colours of the legend: no lighting, no tone mapping.
#include "gbuffer.glsl"

layout(location = 0) flat in vec3 line_color;
layout(location = 0) out vec4 texel;

void main() { texel = vec4(line_color, packed_surface(0u, mode_line, true)); }
