#pragma once

namespace limber {

/// What a descent is tuned by (kernels/joints/descent.h). Stiffnesses are in parts of the mass that
/// gives way to them.
struct DescentTuning {
  double error_kept;    ///< share of a joint's error that a step leaves to those that follow
  double growth_per_m;  ///< of a stiffness, in an iteration, for each metre that is missing
  double softest, stiffest;
  double stiffness_kept;  ///< share of it that the next step begins with
  double impulse_kept;    ///< the same of what joints push with
};

}  // namespace limber
