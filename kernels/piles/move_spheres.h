#pragma once

#include "kernels/piles/move_bodies.h"
#include "kernels/piles/sphere_values.h"

namespace limber {

/// Stages 4 and 5, and stage 1 of the next step: UpdateMomenta, UpdatePoses and SphereValues fused,
/// with the same bits. A team of lanes per body.
struct MoveSpheres {
  UpdateMomenta momenta;
  UpdatePoses poses;
  SphereValues values;
};

/// GPU only. spheres_per_body: approximate, sets the size of a team.
void move_spheres_on_cuda(const Exec& exec, const char* label, int spheres_per_body,
                          const MoveSpheres& work);

}  // namespace limber
