// Narrow-range filter of a fluid's depth [Truong18], which smooths away the particles' bumps.
// Samples in front of a range around the pixel belong to another surface and are rejected with
// their opposite samples, so that the rest has no bias; samples behind it are clamped to slightly
// behind the pixel, which rounds silhouettes; the range grows with the samples in it, to follow
// bends. Here the range is relative to the plane through the pixel, so that it can be narrow on
// slanted surfaces. Depth is inverse distance, in which planes are linear in screen space: they
// stay planes. Pairs of taps on a spiral, first in a small disc, then in a large one, whose sparse
// taps sample already smooth depths; a last small pass removes the spiral's pattern. Unlike a
// separable filter, this leaves no streaks behind drops.
#include "frame.glsl"
#include "fluid.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(location = 0) uniform int pairs;
layout(location = 1) uniform float share;  // of the full filter radius
layout(location = 2) uniform bool closes_holes;

layout(binding = 3) uniform sampler2D depths;
layout(binding = 8) uniform sampler2D splats;  // packed_depth()
layout(binding = 0, r32f) uniform writeonly image2D smoothed;

// In particle radii.
const float reach_radii = 8.0;
const float range_radii = 2.5;
const float behind_radii = 1.0;
const float max_reach_px = 80.0;

/// Sums of depths around a pixel, relative to the plane through it.
struct Found {
  float sum;
  float weight;
  float low;  // of the range
  float high;
  float nearer;  // sum and weight of pairs in front of the range on both sides
  float nearer_weight;
};

/// Clamps depths behind the range, with a smooth transition.
float within(float depth, float low, float range, float behind) {
  return mix(-behind, depth, smoothstep(low - range, low, depth));
}

/// Adds two opposite texels.
void add(inout Found found, float a, float b, float weight, float range, float behind) {
  float low = found.low, nearer = max(a, b);
  float counts = weight * (1.0 - smoothstep(found.high, found.high + range, nearer));
  found.sum += counts * (within(a, low, range, behind) + within(b, low, range, behind));
  found.weight += 2.0 * counts;
  if (min(a, b) > found.high) {
    found.nearer += weight * (a + b);
    found.nearer_weight += 2.0 * weight;
  }
  if (counts < weight) return;
  if (a >= low) {
    found.low = min(found.low, a - range);
    found.high = max(found.high, a + range);
  }
  if (b >= low) {
    found.low = min(found.low, b - range);
    found.high = max(found.high, b + range);
  }
}

float depth_at(ivec2 pixel) {
  bool outside = any(lessThan(pixel, ivec2(0))) ||
                 any(greaterThanEqual(pixel, textureSize(depths, 0)));
  return outside ? 0.0 : texelFetch(depths, pixel, 0).r;
}

/// Depth derivative along an axis, per pixel; one-sided at discontinuities.
float slope(ivec2 pixel, float own, ivec2 axis, int apart, float range) {
  float before = depth_at(pixel - axis * apart), after = depth_at(pixel + axis * apart);
  float back = own - before, on = after - own;
  bool both = before > 0.0 && after > 0.0 && abs(back - on) < range;
  float one = before > 0.0 && (after == 0.0 || abs(back) < abs(on)) ? back : on;
  float change = both ? (back + on) / 2.0 : abs(one) < range ? one : 0.0;
  return change / float(apart);
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
  float radius = radius_m * own * own / eye_m.w;  // as a difference of depths
  float radius_px = radius_m * float(size.y) / (2.0 * length(ray_up.xyz)) * own / eye_m.w;
  float reach_px = max(share * min(reach_radii * radius_px, max_reach_px), 1.5);
  float range = range_radii * radius, behind = behind_radii * radius;
  int apart = clamp(int(2.0 * radius_px + 0.5), 1, 20);
  vec2 slopes = vec2(slope(pixel, own, ivec2(1, 0), apart, range),
                     slope(pixel, own, ivec2(0, 1), apart, range));
  // On slanted surfaces the same width spans a larger range of depths.
  range *= min(sqrt(1.0 + dot(slopes, slopes) * pow(radius_px / radius, 2.0)), 4.0);
  // Vogel spiral: the golden angle between taps covers the disc evenly.
  const mat2 golden_turn = mat2(-0.7373688781, 0.6754902942, -0.6754902942, -0.7373688781);
  vec2 direction = vec2(1.0, 0.0);
  ivec2 room = min(pixel, size - 1 - pixel);  // on both sides
  Found found = Found(0.0, 1.0, -range, range, 0.0, 0.0);
  for (int i = 0; i < pairs; ++i) {
    float area = (float(i) + 0.5) / float(pairs);
    ivec2 off = clamp(ivec2(round(direction * sqrt(area) * reach_px)), -room, room);
    direction = golden_turn * direction;
    float rise = dot(slopes, vec2(off));
    add(found, texelFetch(depths, pixel - off, 0).r - (own - rise),
        texelFetch(depths, pixel + off, 0).r - (own + rise), exp(-3.0 * area), range, behind);
  }
  // Closes holes of a few pixels between particles, from the surrounding depths.
  if (closes_holes && found.nearer_weight > 3.0 * found.weight) {
    found.sum = found.nearer;
    found.weight = found.nearer_weight;
  }
  imageStore(smoothed, pixel, vec4(max(own + found.sum / found.weight, 1e-20)));
}
