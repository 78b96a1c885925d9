#pragma once

#include <vector>

#include "kernels/fluid/immersed.h"
#include "kernels/fluid/spline.h"

namespace limber {

/// The values of a SphereMap, by integration over the kernel.
std::vector<glm::vec2> sphere_map(const SplineKernel& kernel, float radius_m);

/// Factors on the maps of a body's spheres: 1 for a single sphere; else such that the spheres add
/// up to the full density inside, but at most to the volume of the cubes around them.
std::vector<float> fullness_of(const SplineKernel& kernel, const std::vector<glm::vec3>& centers_m,
                               float radius_m);

/// Factor on the pressure impulses on a ball that gives it the right buoyancy in a linear pressure
/// field: of a large ball, half of the map's gradients lie in the fluid, of a small one all.
float pushed_of(const SplineKernel& kernel, float radius_m);

/// The same for a body filled with balls in the cells of a grid, each as full as its cell.
float pushed_of(const SplineKernel& kernel, const std::vector<glm::vec3>& centers_m, float radius_m,
                const std::vector<float>& fullness);

}  // namespace limber
