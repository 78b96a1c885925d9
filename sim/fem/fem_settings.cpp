#include "sim/fem/fem_settings.h"

#include "sim/shared_parameters.h"

namespace limber {

std::vector<Parameter> parameters_of(FemSettings& s) {
  return {
      dt_parameter(s.dt_s, 1e-4, 0.05),
      {.key = "material",
       .help = "Of solids: [Weber13]'s, with one linear solve a step, or stable neo-Hookean by "
               "Newton's "
               "method, which turns right again what was pressed inside out",
       .target = &s.material,
       .choices = {"corotational", "neo_hookean"}},
      {.key = "newton_iterations",
       .help = "Linear solves in a step of neo_hookean, each with a line search",
       .target = &s.newton_iterations,
       .low = 1,
       .high = 20,
       .only_with = {"material=neo_hookean"}},
      {.key = "cg_iterations",
       .help = "Iterations of conjugate gradients in a solve, at most",
       .target = &s.cg_iterations,
       .low = 1,
       .high = 200,
       .logarithmic = true},
      {.key = "cg_tolerance",
       .help = "Share of the right-hand side's size at which conjugate gradients end; 0 does all "
               "iterations",
       .target = &s.cg_tolerance,
       .low = 0,
       .high = 0.1},
      {.key = "cg_method",
       .help =
           "A kernel for each operation (nine an iteration), three kernels an iteration [Weber13], "
           "or all iterations in one kernel (cuda; merged elsewhere)",
       .target = &s.cg_method,
       .choices = {"plain", "merged", "persistent"}},
      {.key = "layout",
       .help =
           "How the matrix lies in memory: [Weber13]'s two, or slices of 3x3 blocks with several "
           "threads a row",
       .target = &s.layout,
       .choices = {"bin_csr", "bin_bcsr", "block_sell"}},
      {.key = "preconditioner",
       .help =
           "The inverse of the matrix' diagonal, or of its 3x3 blocks (not with bin_csr), which "
           "springs always take where they touch bodies",
       .target = &s.preconditioner,
       .choices = {"jacobi", "block_jacobi"}},
      gravity_parameter(s.gravity_m_s2),
      {.key = "mass_damping_per_s",
       .help = "Rayleigh damping in proportion to mass: the rate at which all velocity fades",
       .target = &s.mass_damping_per_s,
       .low = 0,
       .high = 50},
      stiffness_damping_parameter(s.stiffness_damping_s),
      {.key = "friction",
       .help = "Coulomb coefficient, of bodies on solids and on each other",
       .target = &s.friction,
       .low = 0,
       .high = 2},
      {.key = "thickness_m",
       .help = "Distance that nodes keep from the solids",
       .target = &s.thickness_m,
       .low = 0,
       .high = 0.2},
      collisions_parameter(s.collisions),
      contact_distance_parameter(s.contact_distance_m),
      {.key = "contact_iterations",
       .help = "How often a step goes over all contacts of bodies",
       .target = &s.contact_iterations,
       .low = 1,
       .high = 100},
      {.key = "contact_solves",
       .help =
           "corotational, in contact: how often a step is solved; what pulls is left out of the "
           "next time",
       .target = &s.contact_solves,
       .low = 1,
       .high = 20},
  };
}

}  // namespace limber
