#pragma once

#include "kernels/collider.h"
#include "kernels/frame_inputs.h"
#include "kernels/piles/body.h"
#include "kernels/piles/tally.h"
#include "kernels/view.h"

namespace limber {

/// Views of the state of a pile and of the other data of a step.
struct PileViews {
  View<Pose> poses;
  View<BodyMomentum> momenta;
  View<const int> first_sphere;
  View<const SphereOnBody> on_body;
  View<const Collider> colliders;
  View<SphereForce> forces;
  View<const FrameInputs> inputs;
  View<int> not_finite;
  View<PileTally> tally;
};

}  // namespace limber
