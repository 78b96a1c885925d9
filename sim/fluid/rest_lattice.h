#pragma once

#include "kernels/fluid/particles.h"
#include "kernels/fluid/tension.h"

// Constants of the kernels, calibrated by sums over a cubic lattice of particles at rest.

namespace limber {

/// Rate at which viscosity damps one velocity in a lattice at rest, over the kinematic viscosity.
float wear_at_rest_per_m2(const FluidTraits& traits, float spacing_m);

/// The same for method sph: with the kernel of WeaklyCompressibleForces at the rest density.
float sph_wear_at_rest_per_m2(const FluidTraits& traits, float spacing_m);

/// Factor on damping along the line between two particles that gives a shear flow of a cubic
/// lattice the right viscosity. With many neighbours it is 2 (d + 2) in d = 3 dimensions.
float shear_factor(const FluidTraits& traits, float spacing_m);

/// Damping rate at a wall, over the kinematic viscosity and the wall's share of the density. It
/// gives particles half a spacing from the wall the drag of a layer one spacing thick with no slip
/// at the wall, nu (v / (spacing / 2)) / spacing.
float wall_wear_per_m2(const FluidTraits& traits, float spacing_m);

/// Upper bound on the curl of the curl of velocities in a lattice at rest, over the velocities.
float max_curl_per_m2(const FluidTraits& traits, float spacing_m);

/// Sum of the neighbours' weights at rest, for weights that fall linearly to 0 at the support.
float cone_weights_at_rest(const FluidTraits& traits, float spacing_m);

/// Normalized: all shares in a lattice at rest add up to 1.
SurfaceKernel surface_kernel(const FluidTraits& traits, float spacing_m);

/// The share by which a wall replaces missing neighbours, over its share of the density: as if a
/// lattice continued behind it.
float wall_fill(const FluidTraits& traits, const SurfaceKernel& kernel, float spacing_m);

}  // namespace limber
