#pragma once

#include <vector>

#include "kernels/piles/body.h"
#include "sim/piles/piles_model.h"

namespace limber {

/// A model laid out for the kernels: one entry per body or sphere. Host memory.
struct BodyState {
  std::vector<Pose> poses;
  std::vector<BodyMomentum> momenta;
  std::vector<BodyInertia> inertias;
  std::vector<int> first_sphere;  ///< of each body; then the number of spheres
  std::vector<SphereOnBody> spheres;
  float largest_diameter_m = 0.0f;
};

/// Throws Error(bad_input) for a model without bodies, with bodies not sorted by kind, or with more
/// spheres than indices can address.
BodyState state_of(const PilesModel& model);

/// The centres of the spheres when the bodies have these poses.
std::vector<glm::vec3> sphere_centers_m(const std::vector<SphereOnBody>& spheres,
                                        const std::vector<Pose>& poses);

}  // namespace limber
