// Constraints as lines of constant width, coloured by colour class. Two triangles per line.
#include "frame.glsl"
#include "published.glsl"

struct Line {
  uvec2 ends;
  uint color_class;
  uint unused;
};
layout(std430, binding = 1) readonly buffer Lines { Line lines[]; };
layout(std430, binding = 2) readonly buffer Palette { vec4 palette[]; };

layout(location = 0) flat out vec3 line_color;

const float width_px = 1.5;

void main() {
  Line line = lines[gl_VertexID / 6];
  const int corners[6] = int[](0, 1, 2, 2, 1, 3);
  int corner = corners[gl_VertexID % 6];
  vec3 from_m = vertices[line.ends.x].position_scalar.xyz;
  vec3 to_m = vertices[line.ends.y].position_scalar.xyz;
  vec4 from = clip_from_world * vec4(from_m, 1.0), to = clip_from_world * vec4(to_m, 1.0);
  vec4 here = corner < 2 ? from : to;
  line_color = palette[line.color_class].rgb;
  // Lines that extend behind the near plane are dropped, not clipped: they are short.
  if (from.w < eye_m.w || to.w < eye_m.w) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    gl_ClipDistance[0] = 0.0;
    return;
  }
  vec2 along = (to.xy / to.w - from.xy / from.w) * picture.xy;
  vec2 across = length(along) > 1e-6 ? normalize(vec2(-along.y, along.x)) : vec2(1.0, 0.0);
  float side = (corner & 1) == 0 ? -1.0 : 1.0;
  here.xy += side * across * width_px * picture.z / picture.xy * here.w;
  const float nearer = 0.004;  // offset towards the eye, off the surface
  here.z *= 1.0 + nearer;
  gl_Position = here;
  gl_ClipDistance[0] = above_ground_m(mix(corner < 2 ? from_m : to_m, eye_m.xyz, nearer));
}
