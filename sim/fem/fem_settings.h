#pragma once

#include <string>
#include <vector>

#include "sim/parameter.h"

namespace limber {

/// The parameters of a scene of finite elements; declared by parameters_of().
struct FemSettings {
  float dt_s = 0.01f;
  std::string material = "corotational";
  int newton_iterations = 2;
  int cg_iterations = 30;
  float cg_tolerance = 0.0f;
  std::string cg_method = "persistent";
  std::string layout = "auto";
  std::string preconditioner = "jacobi";
  float gravity_m_s2 = 9.81f;
  float mass_damping_per_s = 0.1f;
  float stiffness_damping_s = 0.002f;
  float friction = 0.5f;
  float thickness_m = 0.005f;
  bool collisions = true;
  float contact_distance_m = 0.0f;
  int contact_iterations = 8;
  int contact_solves = 3;
};

/// The declarations point into `settings`, which must outlive them.
std::vector<Parameter> parameters_of(FemSettings& settings);

}  // namespace limber
