// One triangle over the whole picture, infinitely far away.
#include "frame.glsl"

layout(location = 0) out vec3 direction;

void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  direction = ray_forward.xyz + corner.x * ray_right.xyz + corner.y * ray_up.xyz;
  gl_Position = vec4(corner, 0.0, 1.0);
}
