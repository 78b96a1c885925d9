// The background of fluids: the picture's light before tone mapping, and its depth, from the
// nearest sample of a pixel or the ground.
#include "frame.glsl"
#include "studio.glsl"
#include "eye.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 3) uniform sampler2D picture_on_film;
layout(binding = 4) uniform sampler2DMS depths;
layout(binding = 0, rgba16f) uniform writeonly image2D light;
layout(binding = 1, r32f) uniform writeonly image2D depth_behind;

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, ivec2(picture.xy)))) return;
  float nearest = depth_of_ground(ray_at((vec2(pixel) + 0.5) / picture.xy));
  int samples = textureSamples(depths);
  for (int i = 0; i < samples; ++i) nearest = max(nearest, texelFetch(depths, pixel, i).r);
  imageStore(light, pixel, vec4(before_tone(texelFetch(picture_on_film, pixel, 0).rgb), 1.0));
  imageStore(depth_behind, pixel, vec4(nearest));
}
