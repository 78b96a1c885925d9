// A square as large as the ground before it has faded into the background.
#include "frame.glsl"

layout(location = 0) out vec3 position_m;

void main() {
  const vec2 corners[4] = vec2[](vec2(-1, -1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
  vec2 corner = corners[gl_VertexID] * ground_center_m.w;
  position_m = ground_center_m.xyz + vec3(corner.x, 0.0, corner.y);
  gl_Position = clip_from_world * vec4(position_m, 1.0);
}
