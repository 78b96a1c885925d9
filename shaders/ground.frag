// A floor that catches shadows and fades into the background.
#include "frame.glsl"
#include "studio.glsl"
#include "shadow.glsl"

layout(location = 0) in vec3 position_m;
layout(location = 0) out vec4 color;

// Of the light that falls on the floor; together 1 where nothing is in its way.
const vec3 key_share = vec3(0.52, 0.49, 0.45);
const vec3 sky_share = vec3(1.0) - key_share;

/// How much of a line of the grid covers this fragment, for lines `spacing_m` apart.
float grid_line(float spacing_m) {
  vec2 at = position_m.xz / spacing_m;
  vec2 width = fwidth(at);
  vec2 line = clamp(1.0 - abs(fract(at - 0.5) - 0.5) / max(width, 1e-6), 0.0, 1.0);
  float fade = 1.0 - smoothstep(0.1, 0.4, max(width.x, width.y));
  return max(line.x, line.y) * fade;
}

void main() {
  vec3 background = background_color(normalize(position_m - eye_m.xyz));
  float away = length(position_m.xz - ground_center_m.xz) / ground_center_m.w;
  float there = 1.0 - smoothstep(0.15, 0.95, away);

  const vec3 up = vec3(0.0, 1.0, 0.0);
  float lit = light_reaching(position_m, up, 0.0);
  float open = sky_reaching(position_m, up);
  vec3 floor_color = horizon_color * (key_share * lit + sky_share * open);
  if (picture.w > 0.0)
    floor_color *= 1.0 - 0.10 * max(grid_line(picture.w), grid_line(picture.w * 10.0));
  color = vec4(tone(mix(background, floor_color, there)) + dither(), 1.0);
}
