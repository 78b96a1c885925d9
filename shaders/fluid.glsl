// Per-fluid data. render/fluids.cpp has the same layout.

const uint max_fluids = 8u;

struct Fluid {
  vec4 absorption_radius;  // per metre, RGB; half the rest spacing in metres
  vec4 scatter_index;      // linear colour of thick fluid; index of refraction
};
layout(std430, binding = 3) readonly buffer Fluids { Fluid fluids[]; };

// Depth as elsewhere: near plane distance / distance along the view axis, 0 for none. The low bits
// hold the fluid's index, which changes the depth by about 1e-6.
const uint fluid_bits = max_fluids - 1u;

uint packed_depth(float depth, uint fluid) {
  return (floatBitsToUint(depth) & ~fluid_bits) | fluid;
}
uint fluid_of(float splat) { return floatBitsToUint(splat) & fluid_bits; }

// Fixed-point units of thickness per particle radius.
const float thickness_units = 1024.0;
// Scale of light-space depths in [0, 1], as integers.
const float max_depth = 16777215.0;
