#include "sim/fem/fem_settings.h"

#include "sim/shared_parameters.h"

namespace limber {

std::vector<Parameter> parameters_of(FemSettings& s) {
  return {
      dt_parameter(s.dt_s, 1e-4, 0.05),
      {.key = "material",
       .help = "Solids only. corotational: [Weber13], one linear solve per step; neo_hookean: "
               "stable neo-Hookean by Newton's method, which recovers inverted elements",
       .target = &s.material,
       .choices = {"corotational", "neo_hookean"}},
      {.key = "newton_iterations",
       .help = "neo_hookean: Newton iterations in a step, each with a line search",
       .target = &s.newton_iterations,
       .low = 1,
       .high = 20,
       .only_with = {"material=neo_hookean"}},
      cg_iterations_parameter(s.cg_iterations, 200),
      cg_tolerance_parameter(s.cg_tolerance),
      cg_method_parameter(s.cg_method),
      layout_parameter(s.layout),
      {.key = "preconditioner",
       .help = "Inverse of the matrix diagonal, or of its 3x3 blocks (not with bin_csr); cloth of "
               "springs in contact always uses blocks",
       .target = &s.preconditioner,
       .choices = {"jacobi", "block_jacobi"}},
      gravity_parameter(s.gravity_m_s2),
      {.key = "mass_damping_per_s",
       .help = "Rayleigh damping proportional to mass",
       .target = &s.mass_damping_per_s,
       .low = 0,
       .high = 50},
      stiffness_damping_parameter(s.stiffness_damping_s),
      {.key = "friction",
       .help = "Coulomb friction coefficient, against colliders and other bodies",
       .target = &s.friction,
       .low = 0,
       .high = 2},
      {.key = "thickness_m",
       .help = "Distance that nodes keep from colliders",
       .target = &s.thickness_m,
       .low = 0,
       .high = 0.2},
      collisions_parameter(s.collisions),
      contact_distance_parameter(s.contact_distance_m),
      {.key = "contact_iterations",
       .help = "Passes over all contacts in a step",
       .target = &s.contact_iterations,
       .low = 1,
       .high = 100},
      {.key = "contact_solves",
       .help = "corotational, in contact: linear solves in a step; a contact that would pull is "
               "left out of the next one",
       .target = &s.contact_solves,
       .low = 1,
       .high = 20},
  };
}

}  // namespace limber
