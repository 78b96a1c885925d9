#include "frame.glsl"
#include "studio.glsl"

layout(location = 0) in vec3 direction;
layout(location = 0) out vec4 color;

void main() { color = vec4(tone(background_color(normalize(direction))) + dither(), 1.0); }
