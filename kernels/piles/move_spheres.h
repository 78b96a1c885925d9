#pragma once

#include "kernels/piles/move_bodies.h"
#include "kernels/piles/sphere_values.h"

namespace limber {

/// Stages 4 and 5, and 1 of the step that follows: the same as UpdateMomenta, UpdatePoses and
/// SphereValues one after the other, bit for bit. A team of lanes a body.
struct MoveSpheres {
  UpdateMomenta momenta;
  UpdatePoses poses;
  SphereValues values;
};

/// On the GPU only. spheres_a_body: about how many, for the size of a team.
void move_spheres_on_cuda(const Exec& exec, const char* label, int spheres_a_body,
                          const MoveSpheres& work);

}  // namespace limber
