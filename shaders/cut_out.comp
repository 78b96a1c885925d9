// Removes the surroundings from a picture whose alpha is the coverage of each pixel. Leaves
// premultiplied light from the scene, and its shadows.
#include "frame.glsl"
#include "studio.glsl"
#include "shadow.glsl"
#include "ground.glsl"
#include "film.glsl"
#include "eye.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0, rgba8) uniform image2D encoded;

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, ivec2(picture.xy)))) return;
  noise_pixel = pixel;
  vec4 covered = imageLoad(encoded, pixel);
  vec3 ray = ray_at((vec2(pixel) + 0.5) / picture.xy);
  vec3 around = ground_is_seen(ray) ? ground_color(ray, all_of_the_light) : wall_color(ray);
  // Clamped: rounding of the bytes must not add light.
  vec3 left = max(linear_from_srgb(covered.rgb) - (1.0 - covered.a) * around, 0.0);
  left = min(left, vec3(covered.a));
  imageStore(encoded, pixel, vec4(srgb_from_linear(left), covered.a));
}
