#pragma once

#include <string>
#include <vector>

#include "sim/parameter.h"

namespace limber {

/// The parameters of a scene of rigid piles; declared by parameters_of().
struct PilesSettings {
  std::string contacts = "springs";
  bool body_contacts = true;
  float dt_s = 0.0005f;
  int substeps = 0;
  int iterations = 3;
  float stiffness_N_m = 0.0f;
  float restitution = 0.3f;
  float friction = 0.5f;
  float rolling = 0.05f;
  float shear = 0.3f;
  float shear_spring = 0.28f;
  float rolling_spring = 0.0f;
  float gravity_m_s2 = 9.81f;
  float damping_per_s = 0.1f;
  float drying_s = 20.0f;
};

/// The declarations point into `settings`, which must outlive them.
std::vector<Parameter> parameters_of(PilesSettings& settings);

}  // namespace limber
