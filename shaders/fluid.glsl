// Fluids: what all of their particles have in common. render/fluids.cpp has the same layout.

const uint max_fluids = 8u;

struct Fluid {
  vec4 absorption_radius;  // a metre, of red, green and blue; half the distance at rest in metres
  vec4 scatter_index;      // linear colour of fluid that is thick; index of refraction
};
layout(std430, binding = 3) readonly buffer Fluids { Fluid fluids[]; };

// Depth is as elsewhere: of the near plane divided by the distance along the view, 0 where there is
// nothing. The last bits say of which fluid, and change the depth by a millionth.
const uint fluid_bits = max_fluids - 1u;

uint packed_depth(float depth, uint fluid) {
  return (floatBitsToUint(depth) & ~fluid_bits) | fluid;
}
uint fluid_of(float splat) { return floatBitsToUint(splat) & fluid_bits; }

// Thickness is counted in whole numbers, of which a particle's radius has so many.
const float thickness_units = 1024.0;
// Of depth as the light sees it, 0 to 1.
const float max_depth = 16777215.0;
