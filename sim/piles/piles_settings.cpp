#include "sim/piles/piles_settings.h"

#include "sim/shared_parameters.h"

namespace limber {

std::vector<Parameter> parameters_of(PilesSettings& s) {
  return {
      {.key = "contacts",
       .help = "Contact model: springs, which need steps of half a millisecond [Harada07], or "
               "positions, solved iteratively, for stiff piles at steps as long as a frame",
       .target = &s.contacts,
       .choices = {"springs", "positions"}},
      {.key = "body_contacts",
       .help =
           "Contacts between bodies; without them they fall through each other onto the colliders",
       .target = &s.body_contacts},
      dt_parameter(s.dt_s, 1e-5, 0.02),
      {.key = "substeps",
       .help = "positions: substeps in a step; 0: substeps of at most 0.0021 s, eight in 1/60 s",
       .target = &s.substeps,
       .low = 0,
       .high = 100,
       .only_with = {"contacts=positions"}},
      {.key = "iterations",
       .help = "positions: passes over all contacts in a substep",
       .target = &s.iterations,
       .low = 1,
       .high = 100,
       .logarithmic = true,
       .only_with = {"contacts=positions"}},
      {.key = "stiffness_N_m",
       .help =
           "springs: contact stiffness between two spheres; 0: as stiff as the time step allows",
       .target = &s.stiffness_N_m,
       .low = 0,
       .high = 1e7,
       .only_with = {"contacts=springs"}},
      {.key = "restitution",
       .help = "Coefficient of restitution; with springs at least 0.14",
       .target = &s.restitution,
       .low = 0,
       .high = 1},
      {.key = "friction",
       .help = "Coulomb friction coefficient",
       .target = &s.friction,
       .low = 0,
       .high = 2},
      {.key = "rolling",
       .help =
           "Rolling resistance, as a fraction of the normal force, acting at the sphere's surface",
       .target = &s.rolling,
       .low = 0,
       .high = 1},
      {.key = "shear",
       .help = "springs: damping of sliding, relative to critical damping",
       .target = &s.shear,
       .low = 0,
       .high = 1,
       .only_with = {"contacts=springs"}},
      {.key = "shear_spring",
       .help = "springs: stiffness of static friction, relative to stiffness_N_m; 0: none, and "
               "heaps creep, as in [Harada07]",
       .target = &s.shear_spring,
       .low = 0,
       .high = 1,
       .only_with = {"contacts=springs"}},
      {.key = "rolling_spring",
       .help = "springs: stiffness of static rolling resistance, relative to stiffness_N_m; 0: "
               "rolling is only damped, and steep heaps of balls creep",
       .target = &s.rolling_spring,
       .low = 0,
       .high = 1},
      gravity_parameter(s.gravity_m_s2),
      {.key = "damping_per_s",
       .help = "Velocity damping: velocities decay as exp(-rate t)",
       .target = &s.damping_per_s,
       .low = 0,
       .high = 50},
      {.key = "drying_s",
       .help =
           "Mean time for which bodies look darker after a fluid has wetted them; 0: they never do",
       .target = &s.drying_s,
       .low = 0,
       .high = 1000},
  };
}

}  // namespace limber
