// Input of the blur: the picture's light before tone mapping, and the radius in pixels of each
// circle of confusion; negative in front of the focus.
#include "frame.glsl"
#include "studio.glsl"
#include "eye.glsl"
#include "film.glsl"
#include "lens.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(location = 1) uniform float radius_px;   // at infinite distance
layout(binding = 3) uniform sampler2D focus;    // a depth
layout(binding = 0, rgba8) uniform readonly image2D encoded;
layout(binding = 1, rgba16f) uniform writeonly image2D light;
layout(binding = 2, r16f) uniform writeonly image2D circles;

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, ivec2(picture.xy)))) return;
  float ground = depth_of_ground(ray_at((vec2(pixel) + 0.5) / picture.xy));
  float depth = max(depth_of_surface(pixel), ground);
  float beyond = 1.0 - depth / texelFetch(focus, ivec2(0), 0).r;
  imageStore(circles, pixel, vec4(radius_px * max(beyond, -1.0)));
  vec4 before = imageLoad(encoded, pixel);
  imageStore(light, pixel, vec4(before_tone(linear_from_srgb(before.rgb)), before.a));
}
