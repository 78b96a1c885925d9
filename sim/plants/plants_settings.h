#pragma once

#include <string>
#include <vector>

#include "sim/parameter.h"

namespace limber {

/// The parameters of a scene of plants; declared by parameters_of().
struct PlantsSettings {
  float dt_s = 0.01f;
  float stiffness = 1.0f;
  float mass_damping_per_s = 0.5f;
  float stiffness_damping_s = 0.003f;
  float numerical_damping = 0.05f;
  float gravity_m_s2 = 9.81f;
  float wind_m_s = 0.0f;
  float wind_direction_deg = 0.0f;
  float gustiness = 0.5f;
  float gust_length_m = 3.0f;
  float drag = 1.0f;
  float lift = 1.0f;
  int newton_iterations = 3;
  bool collisions = true;
  float friction = 0.4f;
  float thickness_m = 0.005f;
  int contact_iterations = 5;
  float contact_distance_m = 0.0f;
  std::string q = "gpu";
  int shown_mode = 0;
  float shown_share = 0.3f;
};

/// The declarations point into `settings`, which must outlive them.
std::vector<Parameter> parameters_of(PlantsSettings& settings);

}  // namespace limber
