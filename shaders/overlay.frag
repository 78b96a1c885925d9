#include "frame.glsl"

layout(location = 0) flat in vec4 segment_px;
layout(location = 1) flat in vec4 color_radius;
layout(location = 0) out vec4 color;

void main() {
  vec2 along = segment_px.zw - segment_px.xy;
  vec2 here = gl_FragCoord.xy - segment_px.xy;
  float t = clamp(dot(here, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  float outside_px = length(here - t * along) - color_radius.a;
  float inside = clamp(0.5 - outside_px, 0.0, 1.0);
  float outline = clamp(0.5 - (outside_px - 1.25 * picture.z), 0.0, 1.0);
  // A dark outline keeps light colours visible on a light background.
  color = vec4(color_radius.rgb * inside, max(inside, 0.6 * outline));
}
