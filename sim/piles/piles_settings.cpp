#include "sim/piles/piles_settings.h"

namespace limber {

std::vector<Parameter> parameters_of(PilesSettings& s) {
  return {
      {.key = "dt_s",
       .help = "Simulated time of a step",
       .target = &s.dt_s,
       .low = 1e-5,
       .high = 0.02,
       .logarithmic = true},
      {.key = "stiffness_N_m",
       .help = "Of the spring between two spheres; 0: as stiff as the time step allows",
       .target = &s.stiffness_N_m,
       .low = 0,
       .high = 1e7},
      {.key = "restitution",
       .help = "Share of the speed with which two spheres part after they met; sets the dashpot",
       .target = &s.restitution,
       .low = 0.15,
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
       .help = "Damping of sliding, as a share of critical damping",
       .target = &s.shear,
       .low = 0,
       .high = 1},
      {.key = "shear_spring",
       .help = "Stiffness of what holds spheres in place where they stick, as a share of "
               "stiffness_N_m; 0: nothing does, and heaps creep (004)",
       .target = &s.shear_spring,
       .low = 0,
       .high = 1},
      {.key = "gravity_m_s2",
       .help = "Acceleration downwards",
       .target = &s.gravity_m_s2,
       .low = -30,
       .high = 30},
      {.key = "damping_per_s",
       .help = "The rate at which all motion fades",
       .target = &s.damping_per_s,
       .low = 0,
       .high = 50},
  };
}

}  // namespace limber
