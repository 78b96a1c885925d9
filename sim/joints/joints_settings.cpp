#include "sim/joints/joints_settings.h"

#include "sim/shared_parameters.h"

namespace limber {

DescentTuning descent_tuning(const JointsSettings& settings) {
  return {.error_kept = as_written(settings.descent_error_kept),
          .growth_per_m = as_written(settings.descent_growth_per_m),
          .softest = 5.0,
          .stiffest = 1e6,
          .stiffness_kept = 0.99,
          .impulse_kept = 0.99};
}

std::vector<Parameter> parameters_of(JointsSettings& s) {
  return {
      dt_parameter(s.dt_s, 1e-4, 0.05),
      {.key = "joints", .help = "Whether the joints hold", .target = &s.joints},
      {.key = "predictions",
       .help = "How often a step predicts where joints come to and solves for what opens them, at "
               "most [Weber13]",
       .target = &s.predictions,
       .low = 1,
       .high = 20},
      {.key = "tolerance_m",
       .help = "It ends when no joint is predicted to open further",
       .target = &s.tolerance_m,
       .low = 0,
       .high = 0.1},
      {.key = "method",
       .help =
           "How their equations are solved: by conjugate gradients [Weber13]; directly, which "
           "takes a time that grows with the number of joints only, and joints without loops "
           "(Baraff 1996); or joints and contacts at once, body after body, by augmented vertex "
           "block descent (Giles, Diaz, Yuksel 2025)",
       .target = &s.method,
       .choices = {"cg", "direct", "descent"}},
      {.key = "descent_iterations",
       .help = "Of a descent, over all bodies, in a step",
       .target = &s.descent_iterations,
       .low = 1,
       .high = 1000,
       .logarithmic = true,
       .only_with = {"method=descent"}},
      {.key = "descent_growth_per_m",
       .help =
           "Of a descent: what an iteration adds to the stiffness of a joint or contact for each "
           "metre that it is off, in multiples of the mass that it moves",
       .target = &s.descent_growth_per_m,
       .low = 1,
       .high = 1e7,
       .logarithmic = true,
       .only_with = {"method=descent"}},
      {.key = "descent_error_kept",
       .help = "Of a descent: the share of a joint's error that a step leaves to those that follow",
       .target = &s.descent_error_kept,
       .low = 0,
       .high = 0.999,
       .only_with = {"method=descent"}},
      {.key = "cg_iterations",
       .help = "Iterations of conjugate gradients in a solve, at most",
       .target = &s.cg_iterations,
       .low = 1,
       .high = 1000,
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
       .help = "The inverse of the matrix' diagonal, or of its 3x3 blocks (not with bin_csr)",
       .target = &s.preconditioner,
       .choices = {"jacobi", "block_jacobi"}},
      gravity_parameter(s.gravity_m_s2),
      {.key = "damping_per_s",
       .help = "The rate at which all motion fades",
       .target = &s.damping_per_s,
       .low = 0,
       .high = 50},
      {.key = "friction",
       .help = "Coulomb coefficient. Where bodies of two systems touch, the geometric mean counts",
       .target = &s.friction,
       .low = 0,
       .high = 2},
      restitution_parameter(s.restitution),
      collisions_parameter(s.collisions),
      {.key = "contact_distance_m",
       .help =
           "Bodies touch other bodies if this is above 0. They keep it by cores that are smaller "
           "by half of it than what is drawn, or by less where they are thin",
       .target = &s.contact_distance_m,
       .low = 0,
       .high = 0.2},
      {.key = "rigid_iterations",
       .help = "Iterations over the contacts of rigid bodies with each other and with faces of "
               "colliders, before joints are closed, each time that a step predicts these",
       .target = &s.rigid_iterations,
       .low = 1,
       .high = 1000,
       .logarithmic = true},
      {.key = "contact_iterations",
       .help =
           "Iterations over all contacts of a step, after that; then joints are closed once more",
       .target = &s.contact_iterations,
       .low = 1,
       .high = 1000,
       .logarithmic = true},
      {.key = "sleep_after_s",
       .help = "Bodies that have stayed where they are for so long, and all that they touch or are "
               "joined to, sleep until something moves them; 0: never",
       .target = &s.sleep_after_s,
       .low = 0,
       .high = 10},
  };
}

}  // namespace limber
