#pragma once

#include <string>
#include <vector>

#include "kernels/joints/descent_tuning.h"
#include "sim/parameter.h"

namespace limber {

/// The tunable values of a scene of articulated bodies; parameters_of() declares them.
struct JointsSettings {
  float dt_s = 0.005f;
  bool joints = true;
  int predictions = 3;
  float tolerance_m = 1e-6f;
  std::string method = "cg";
  int cg_iterations = 100;
  float cg_tolerance = 1e-5f;
  std::string cg_method = "persistent";
  std::string layout = "auto";
  std::string preconditioner = "block_jacobi";
  int descent_iterations = 20;
  float descent_growth_per_m = 1e4f;
  float descent_error_kept = 0.9f;
  float gravity_m_s2 = 9.81f;
  float damping_per_s = 0.0f;
  float friction = 0.5f;
  float restitution = 0.0f;
  bool collisions = true;
  float contact_distance_m = 0.0f;
  int rigid_iterations = 30;
  int contact_iterations = 4;
  float sleep_after_s = 0.5f;
};

/// The tuning of a descent.
DescentTuning descent_tuning(const JointsSettings& settings);

/// Declarations that point into `settings`, which must outlive them.
std::vector<Parameter> parameters_of(JointsSettings& settings);

}  // namespace limber
