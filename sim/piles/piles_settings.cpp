#include "sim/piles/piles_settings.h"

#include "sim/shared_parameters.h"

namespace limber {

std::vector<Parameter> parameters_of(PilesSettings& s) {
  return {
      {.key = "contacts",
       .help = "What keeps bodies apart: springs, which need steps of half a millisecond "
               "[Harada07], or "
               "positions, solved by iterations: stiff piles at steps as long as a frame",
       .target = &s.contacts,
       .choices = {"springs", "positions"}},
      {.key = "body_contacts",
       .help = "Whether bodies touch each other; if not, they fall through each other onto the "
               "solids",
       .target = &s.body_contacts},
      dt_parameter(s.dt_s, 1e-5, 0.02),
      {.key = "substeps",
       .help =
           "positions: parts into which a step is cut; 0: parts of 0.0021 s at most, eight in a "
           "frame of 1/60 s",
       .target = &s.substeps,
       .low = 0,
       .high = 100,
       .only_with = {"contacts=positions"}},
      {.key = "iterations",
       .help = "positions: times that a substep goes over all contacts",
       .target = &s.iterations,
       .low = 1,
       .high = 100,
       .logarithmic = true,
       .only_with = {"contacts=positions"}},
      {.key = "stiffness_N_m",
       .help = "springs: of the one between two spheres; 0: as stiff as the time step allows",
       .target = &s.stiffness_N_m,
       .low = 0,
       .high = 1e7,
       .only_with = {"contacts=springs"}},
      {.key = "restitution",
       .help =
           "Share of the speed with which two spheres part after they met; the dashpot of springs "
           "leaves 0.14 at least",
       .target = &s.restitution,
       .low = 0,
       .high = 1},
      {.key = "friction",
       .help = "Coulomb coefficient: the shear force is at most so large a share of the pressure",
       .target = &s.friction,
       .low = 0,
       .high = 2},
      {.key = "rolling",
       .help = "Resistance to rolling, as a share of the pressure at the sphere's surface",
       .target = &s.rolling,
       .low = 0,
       .high = 1},
      {.key = "shear",
       .help = "springs: damping of sliding, as a share of critical damping",
       .target = &s.shear,
       .low = 0,
       .high = 1,
       .only_with = {"contacts=springs"}},
      {.key = "shear_spring",
       .help = "springs: stiffness of what holds spheres in place where they stick, as a share of "
               "stiffness_N_m; 0: nothing does, and heaps creep [Harada07]",
       .target = &s.shear_spring,
       .low = 0,
       .high = 1,
       .only_with = {"contacts=springs"}},
      {.key = "rolling_spring",
       .help = "springs: stiffness of what holds spheres against rolling, as a share of "
               "stiffness_N_m; 0: rolling is only damped, and steep heaps of balls creep",
       .target = &s.rolling_spring,
       .low = 0,
       .high = 1},
      gravity_parameter(s.gravity_m_s2),
      {.key = "damping_per_s",
       .help = "The rate at which all motion fades",
       .target = &s.damping_per_s,
       .low = 0,
       .high = 50},
      {.key = "drying_s",
       .help = "How long what a fluid has wetted looks darker, in the mean; 0: it does not",
       .target = &s.drying_s,
       .low = 0,
       .high = 1000},
  };
}

}  // namespace limber
