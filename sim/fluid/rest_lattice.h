#pragma once

#include "kernels/fluid/particles.h"
#include "kernels/fluid/tension.h"

// What a cubic lattice of particles at rest says of the kernels: how much they make of it.

namespace limber {

/// By how much velocities wear off in a lattice at rest.
float wear_at_rest_per_m2(const FluidTraits& traits, float spacing_m);

/// The same where the method is sph: as WeaklyCompressibleForces has it, with the density at rest.
float sph_wear_at_rest_per_m2(const FluidTraits& traits, float spacing_m);

/// By what wear along the line between two particles has to be multiplied so that a shear flow of a
/// cubic lattice wears off as its viscosity says. With many neighbours that is 2 (d + 2) in d = 3
/// dimensions.
float shear_factor(const FluidTraits& traits, float spacing_m);

/// By how much velocities wear off at a wall, over the share of the density that it makes up: so
/// that of particles that lie at it, half a spacing away, it takes what it would of a layer a
/// spacing thick that stands still at the wall, nu (v / (spacing / 2)) / spacing.
float wall_wear_per_m2(const FluidTraits& traits, float spacing_m);

/// The most that a lattice at rest makes of the curl of velocities' curl, over the velocities.
float max_curl_per_m2(const FluidTraits& traits, float spacing_m);

/// The sum of what neighbours weigh at rest if their weight falls with the distance as a line.
float cone_weights_at_rest(const FluidTraits& traits, float spacing_m);

/// Of all shares in a lattice at rest the sum is 1.
SurfaceKernel surface_kernel(const FluidTraits& traits, float spacing_m);

/// What makes particles at a wall miss nothing, over its share of their density: what a lattice
/// that goes on behind it would.
float wall_fill(const FluidTraits& traits, const SurfaceKernel& kernel, float spacing_m);

}  // namespace limber
