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
      {.key = "joints", .help = "Whether joints hold", .target = &s.joints},
      {.key = "predictions",
       .help =
           "Maximum number of times that a step predicts how far joints will open and solves for "
           "impulses that close them [Weber13]",
       .target = &s.predictions,
       .low = 1,
       .high = 20},
      {.key = "tolerance_m",
       .help = "A step makes no more predictions once no joint would open further than this",
       .target = &s.tolerance_m,
       .low = 0,
       .high = 0.1},
      {.key = "method",
       .help = "Joint solver: conjugate gradients [Weber13]; direct, in linear time, for joints "
               "without loops [Baraff96]; or augmented vertex block descent, which solves joints "
               "and contacts together, body by body [Giles25]",
       .target = &s.method,
       .choices = {"cg", "direct", "descent"}},
      {.key = "descent_iterations",
       .help = "descent: iterations over all bodies in a step",
       .target = &s.descent_iterations,
       .low = 1,
       .high = 1000,
       .logarithmic = true,
       .only_with = {"method=descent"}},
      {.key = "descent_growth_per_m",
       .help = "descent: penalty stiffness that an iteration adds to a joint or contact, per metre "
               "of its error and in multiples of the mass that it moves",
       .target = &s.descent_growth_per_m,
       .low = 1,
       .high = 1e7,
       .logarithmic = true,
       .only_with = {"method=descent"}},
      {.key = "descent_error_kept",
       .help = "descent: fraction of a joint's error at the start of a step that the step leaves "
               "to later ones",
       .target = &s.descent_error_kept,
       .low = 0,
       .high = 0.999,
       .only_with = {"method=descent"}},
      cg_iterations_parameter(s.cg_iterations, 1000),
      cg_tolerance_parameter(s.cg_tolerance),
      cg_method_parameter(s.cg_method),
      layout_parameter(s.layout),
      {.key = "preconditioner",
       .help = "Inverse of the matrix diagonal, or of its 3x3 blocks (not with bin_csr)",
       .target = &s.preconditioner,
       .choices = {"jacobi", "block_jacobi"}},
      gravity_parameter(s.gravity_m_s2),
      {.key = "damping_per_s",
       .help = "Velocity damping: velocities decay as exp(-rate t)",
       .target = &s.damping_per_s,
       .low = 0,
       .high = 50},
      {.key = "friction",
       .help = "Coulomb friction coefficient; between two systems the geometric mean of theirs",
       .target = &s.friction,
       .low = 0,
       .high = 2},
      restitution_parameter(s.restitution),
      collisions_parameter(s.collisions),
      {.key = "contact_distance_m",
       .help =
           "Distance that collision shapes keep from each other; they are smaller than the bodies "
           "by half of it, or by less where bodies are thin. 0: no collisions between bodies",
       .target = &s.contact_distance_m,
       .low = 0,
       .high = 0.2},
      {.key = "rigid_iterations",
       .help = "Iterations over the contacts of rigid bodies with each other and with faces of "
               "colliders, before joints are solved, in each prediction of a step",
       .target = &s.rigid_iterations,
       .low = 1,
       .high = 1000,
       .logarithmic = true},
      {.key = "contact_iterations",
       .help = "Iterations after the joints' step over contacts of all systems; joints are solved "
               "once more at the end",
       .target = &s.contact_iterations,
       .low = 1,
       .high = 1000,
       .logarithmic = true},
      {.key = "sleep_after_s",
       .help = "Time at rest after which bodies, with all that they touch or are joined to, sleep "
               "until something moves them; 0: never",
       .target = &s.sleep_after_s,
       .low = 0,
       .high = 10},
  };
}

}  // namespace limber
