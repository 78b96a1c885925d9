#pragma once

#include <vector>

#include "kernels/fluid/immersed.h"
#include "kernels/fluid/spline.h"

namespace limber {

/// The values of a SphereMap, by integration over the kernel.
std::vector<glm::vec2> sphere_map(const SplineKernel& kernel, float radius_m);

/// How full the spheres of a body are of what displaces fluid, each times its map: 1 for a sphere
/// by itself; of bodies of several what makes up the density inside, up to that of the cubes around
/// their spheres.
std::vector<float> fullness_of(const SplineKernel& kernel, const std::vector<glm::vec3>& centers_m,
                               float radius_m);

/// By what pushes on a ball have to be multiplied so that a pressure that rises evenly lifts it by
/// the weight of as much fluid: the gradients of its map lie in the fluid by a half where it is
/// large, and all of them where it is small.
float pushed_of(const SplineKernel& kernel, float radius_m);

/// The same of a body that is filled by balls in cells of a grid, each as full as its cell.
float pushed_of(const SplineKernel& kernel, const std::vector<glm::vec3>& centers_m, float radius_m,
                const std::vector<float>& fullness);

}  // namespace limber
