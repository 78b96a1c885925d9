#pragma once

#include <string>
#include <vector>

#include "sim/parameter.h"

namespace limber {

/// The parameters of a fluid; declared by parameters_of().
struct FluidSettings {
  std::string method = "dfsph";
  float dt_s = 0.00208333f;
  float cfl = 0.0f;
  float min_dt_s = 0.0005f;
  int iterations = 4;
  int divergence_iterations = 1;
  float relaxation = 0.5f;
  float warm_start = 0.5f;
  float density_kg_m3 = 1000.0f;
  float viscosity_m2_s = 3e-4f;
  int viscosity_iterations = 0;
  float vorticity_m2_s = 0.0f;
  float surface_tension_N_m = 0.0f;
  float contact_angle_deg = 90.0f;
  float sound_m_s = 30.0f;
  float gravity_m_s2 = 9.81f;
  float foam_air_per_s = 60.0f;
  float foam_crest_per_s = 120.0f;
  float foam_life_s = 3.0f;
  float grab_radius_m = 0.15f;
  bool body_contacts = true;
  float friction = 0.0f;
};

/// The declarations point into `settings`, which must outlive them.
std::vector<Parameter> parameters_of(FluidSettings& settings);

}  // namespace limber
