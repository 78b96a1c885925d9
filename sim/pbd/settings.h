#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "sim/parameter.h"

namespace limber {

enum class PbdMethod { gauss_seidel, jacobi, xpbd };

/// The parameters of a scene of position based dynamics; declared by parameters_of().
struct PbdSettings {
  std::string method = "gauss_seidel";
  float dt_s = 0.01f;
  int iterations = 16;
  int substeps = 16;
  float stretch_stiffness = 1.0f;
  float bending_stiffness = 0.2f;
  float volume_stiffness = 1.0f;
  float volume_scale = 1.0f;
  float stretch_compliance_m_N = 0.0f;
  float across_compliance_m_N = 0.5f;
  float dihedral_compliance_rad_Nm = 2e4f;
  float volume_compliance_m5_N = 0.0f;
  float jacobi_relaxation = 1.2f;
  float gravity_m_s2 = 9.81f;
  glm::vec3 wind_m_s{0.0f};
  float gustiness = 0.5f;
  float air_kg_m3 = 1.2f;
  float damping_per_s = 0.1f;
  float speed_limit_m_s = 0.0f;
  float friction = 0.3f;
  float restitution = 0.0f;
  float thickness_m = 0.01f;
  bool collisions = true;
  float contact_distance_m = 0.0f;
  int contact_iterations = 2;
  bool clusters = true;
  float step_budget_ms = 0.0f;
};

PbdMethod method_named(const std::string& name);

/// The declarations point into `settings`, which must outlive them.
std::vector<Parameter> parameters_of(PbdSettings& settings);

}  // namespace limber
