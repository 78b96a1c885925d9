// Exactly the colours of the legend: no light, no tone curve.

layout(location = 0) flat in vec3 line_color;
layout(location = 0) out vec4 color;

void main() { color = vec4(line_color, 1.0); }
