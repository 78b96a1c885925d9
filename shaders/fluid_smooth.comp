// The depth of a fluid's surface without the bumps of its particles: Truong and Yuksel, "A
// narrow-range filter for screen-space fluid rendering", 2018. What is nearer than a range around
// the pixel is another surface in front and does not count, nor does what lies opposite of it, so
// that the rest does not tilt; what is farther counts as a little behind the pixel, which rounds
// the rim; and the range grows with what is found in it, so that slopes stay whole.
// Depth is the inverse of distance, in which planes are linear on the screen: they stay planes.
// Pairs of taps on a spiral, in a small disc first and then in a large one, whose few taps then pick
// up what is even already: unlike one axis after the other, that leaves no streaks behind drops.
#include "frame.glsl"
#include "fluid.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(location = 0) uniform int pairs;
layout(location = 1) uniform float share;  // of the whole reach

layout(binding = 3) uniform sampler2D depths;
layout(binding = 8) uniform sampler2D splats;  // packed_depth()
layout(binding = 0, r32f) uniform writeonly image2D smoothed;

// In radii of particles.
const float reach_radii = 8.0;
const float range_radii = 6.0;
const float behind_radii = 1.0;
const float most_reach_px = 80.0;

/// What is found around a pixel.
struct Found {
  float sum;
  float weight;
  float low;  // of the range
  float high;
};

/// Adds two texels that lie opposite of each other.
void add(inout Found found, float a, float b, float weight, float range, float behind) {
  if (max(a, b) > found.high) return;
  float low = found.low;
  found.sum += weight * ((a < low ? behind : a) + (b < low ? behind : b));
  found.weight += 2.0 * weight;
  if (a >= low) {
    found.low = min(found.low, a - range);
    found.high = max(found.high, a + range);
  }
  if (b >= low) {
    found.low = min(found.low, b - range);
    found.high = max(found.high, b + range);
  }
}

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy), size = textureSize(depths, 0);
  if (any(greaterThanEqual(pixel, size))) return;
  float own = texelFetch(depths, pixel, 0).r;
  if (own == 0.0) {
    imageStore(smoothed, pixel, vec4(0.0));
    return;
  }
  float radius_m = fluids[fluid_of(texelFetch(splats, pixel, 0).r)].absorption_radius.w;
  float depth_per_m = own * own / eye_m.w;
  float range = range_radii * radius_m * depth_per_m;
  float behind = max(own - behind_radii * radius_m * depth_per_m, 1e-20);
  float px_per_m = float(size.y) / (2.0 * length(ray_up.xyz)) * own / eye_m.w;
  float reach_px = max(share * min(reach_radii * radius_m * px_per_m, most_reach_px), 1.5);
  // Taps are turned by the golden angle from each other, and cover the disc evenly (Vogel).
  const mat2 golden_turn = mat2(-0.7373688781, 0.6754902942, -0.6754902942, -0.7373688781);
  vec2 direction = vec2(1.0, 0.0);
  Found found = Found(own, 1.0, own - range, own + range);
  for (int i = 0; i < pairs; ++i) {
    float area = (float(i) + 0.5) / float(pairs);
    ivec2 off = ivec2(round(direction * sqrt(area) * reach_px)), a = pixel - off, b = pixel + off;
    direction = golden_turn * direction;
    if (any(lessThan(min(a, b), ivec2(0))) || any(greaterThanEqual(max(a, b), size))) continue;
    add(found, texelFetch(depths, a, 0).r, texelFetch(depths, b, 0).r, exp(-3.0 * area), range,
        behind);
  }
  imageStore(smoothed, pixel, vec4(found.sum / found.weight));
}
