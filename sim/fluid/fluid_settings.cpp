#include "sim/fluid/fluid_settings.h"

#include "sim/shared_parameters.h"

namespace limber {

std::vector<Parameter> parameters_of(FluidSettings& s) {
  return {
      {.key = "method",
       .help = "dfsph: pressures that keep the density, by iterations (Bender and Koschier 2017); "
               "sph: pressure that follows the density (Mueller et al. 2003, [Harada07])",
       .target = &s.method,
       .choices = {"dfsph", "sph"}},
      dt_parameter(s.dt_s, 1e-5, 0.02),
      {.key = "cfl",
       .help = "Spacings that the fastest of particles, solids and jets may go in a step: steps of "
               "dt_s are cut in parts where it would go further. Of a fluid that is alone in its "
               "world; 0: they are not cut",
       .target = &s.cfl,
       .low = 0,
       .high = 1},
      {.key = "min_dt_s",
       .help = "With cfl: parts of steps are no shorter",
       .target = &s.min_dt_s,
       .low = 1e-5,
       .high = 0.02,
       .logarithmic = true,
       .only_with = {"cfl!=0"}},
      {.key = "iterations",
       .help = "dfsph: over all particles in a step, to keep their density",
       .target = &s.iterations,
       .low = 1,
       .high = 100,
       .logarithmic = true,
       .only_with = {"method=dfsph"}},
      {.key = "divergence_iterations",
       .help = "dfsph: over all particles before forces act, so that velocities do not change the "
               "density; 0: none",
       .target = &s.divergence_iterations,
       .low = 0,
       .high = 100,
       .only_with = {"method=dfsph"}},
      {.key = "relaxation",
       .help = "dfsph: share of the change of a pressure that an iteration takes; above 0.5 it may "
               "not settle",
       .target = &s.relaxation,
       .low = 0.05,
       .high = 1,
       .only_with = {"method=dfsph"}},
      {.key = "warm_start",
       .help = "dfsph: share of the last step's pressures that a step begins with",
       .target = &s.warm_start,
       .low = 0,
       .high = 1,
       .only_with = {"method=dfsph"}},
      {.key = "density_kg_m3",
       .help = "Mass of a cubic metre at rest",
       .target = &s.density_kg_m3,
       .low = 1,
       .high = 20000,
       .logarithmic = true},
      {.key = "viscosity_iterations",
       .help = "dfsph: that make viscosity hold for steps of any length, as honey needs it (Weiler "
               "et al. 2018); 0: it acts as a force, which takes little of it",
       .target = &s.viscosity_iterations,
       .low = 0,
       .high = 200,
       .only_with = {"method=dfsph"}},
      {.key = "viscosity_m2_s",
       .help =
           "Kinematic viscosity, of water 1e-6, of honey 5e-3; what is too much for the step is "
           "told and not done",
       .target = &s.viscosity_m2_s,
       .low = 0,
       .high = 10},
      {.key = "vorticity_m2_s",
       .help =
           "dfsph: transfer coefficient with which particles spin as the flow does and drive it "
           "where it has become slower (Bender et al. 2018), so that eddies last; what is too "
           "much for the step is told and not done; 0: they do not spin",
       .target = &s.vorticity_m2_s,
       .low = 0,
       .high = 10,
       .only_with = {"method=dfsph"}},
      {.key = "surface_tension_N_m",
       .help =
           "dfsph: energy of a surface's area, of water 0.072; what is too much for the step is "
           "told and not done; 0: none",
       .target = &s.surface_tension_N_m,
       .low = 0,
       .high = 1000,
       .only_with = {"method=dfsph"}},
      {.key = "contact_angle_deg",
       .help =
           "Between solids, spheres of piles and rigid bodies included, and the surface of a fluid "
           "with surface_tension_N_m that lies on them: 0 wets them, 180 rolls off",
       .target = &s.contact_angle_deg,
       .low = 0,
       .high = 180,
       .only_with = {"method=dfsph", "surface_tension_N_m!=0"}},
      {.key = "sound_m_s",
       .help = "sph: speed of sound, ten times that of the fluid for a density within 1%; lower "
               "where the step would be too long for it",
       .target = &s.sound_m_s,
       .low = 0.1,
       .high = 2000,
       .logarithmic = true,
       .only_with = {"method=sph"}},
      gravity_parameter(s.gravity_m_s2),
      {.key = "foam_air_per_s",
       .help =
           "With [foam]: specks that a particle makes a second where the fluid runs into itself "
           "and traps air, at most",
       .target = &s.foam_air_per_s,
       .low = 0,
       .high = 10000,
       .only_with = {"foam"}},
      {.key = "foam_crest_per_s",
       .help = "With [foam]: specks that a particle makes a second on the crest of a wave, at most",
       .target = &s.foam_crest_per_s,
       .low = 0,
       .high = 10000,
       .only_with = {"foam"}},
      {.key = "foam_life_s",
       .help = "With [foam]: how long foam lasts in the mean once it is no longer under water",
       .target = &s.foam_life_s,
       .low = 0.01,
       .high = 1000,
       .logarithmic = true,
       .only_with = {"foam"}},
      {.key = "hand_radius_m",
       .help = "Of the ball of fluid that the hand takes along",
       .target = &s.hand_radius_m,
       .low = 0.001,
       .high = 10,
       .logarithmic = true},
      {.key = "body_contacts",
       .help =
           "Whether the fluid meets bodies of other kinds; if not, they pass through each other",
       .target = &s.body_contacts},
      {.key = "friction",
       .help = "Coulomb coefficient against bodies of other kinds; of the two the geometric mean "
               "counts",
       .target = &s.friction,
       .low = 0,
       .high = 2},
  };
}

}  // namespace limber
