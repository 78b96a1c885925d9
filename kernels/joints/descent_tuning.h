#pragma once

namespace limber {

/// Parameters of a descent (kernels/joints/descent.h). Stiffnesses are multiples of the effective
/// mass.
struct DescentTuning {
  double error_kept;    ///< share of a joint's error that a step leaves for later steps
  double growth_per_m;  ///< of a stiffness, per iteration and metre of error
  double softest, stiffest;
  double stiffness_kept;  ///< share of the stiffness that the next step starts with
  double impulse_kept;    ///< the same for the multipliers of joints
};

}  // namespace limber
