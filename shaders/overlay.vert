// Lines and points over everything, as capsules of constant width on the screen.
#include "frame.glsl"
#include "published.glsl"

struct Mark {
  vec4 from_m;        // w: bits of the index of a published vertex to use instead, or -1
  vec4 to_m;
  vec4 color_radius;  // linear colour, radius in pixels
};
layout(std430, binding = 1) readonly buffer Marks { Mark marks[]; };

layout(location = 0) flat out vec4 segment_px;  // from, to
layout(location = 1) flat out vec4 color_radius;

vec3 place(vec4 anchor) {
  int vertex = floatBitsToInt(anchor.w);
  return vertex >= 0 ? vertices[vertex].position_scalar.xyz : anchor.xyz;
}

void main() {
  Mark mark = marks[gl_VertexID / 6];
  const int corners[6] = int[](0, 1, 2, 2, 1, 3);
  int corner = corners[gl_VertexID % 6];
  vec4 from = clip_from_world * vec4(place(mark.from_m), 1.0);
  vec4 to = clip_from_world * vec4(place(mark.to_m), 1.0);
  color_radius = vec4(mark.color_radius.rgb, mark.color_radius.a * picture.z);
  segment_px = vec4(0.0);
  float near_m = eye_m.w;
  if (from.w < near_m && to.w < near_m) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    return;
  }
  if (from.w < near_m) from = mix(to, from, (to.w - near_m) / (to.w - from.w));
  if (to.w < near_m) to = mix(from, to, (from.w - near_m) / (from.w - to.w));
  vec2 from_px = (from.xy / from.w * 0.5 + 0.5) * picture.xy;
  vec2 to_px = (to.xy / to.w * 0.5 + 0.5) * picture.xy;
  segment_px = vec4(from_px, to_px);

  vec2 along = to_px - from_px;
  along = length(along) > 1e-3 ? normalize(along) : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float reach_px = color_radius.a + 2.0 * picture.z;  // room for the outline
  vec2 here = corner < 2 ? from_px - along * reach_px : to_px + along * reach_px;
  here += ((corner & 1) == 0 ? -1.0 : 1.0) * across * reach_px;
  gl_Position = vec4(here / picture.xy * 2.0 - 1.0, 1.0, 1.0);  // at the near plane
}
