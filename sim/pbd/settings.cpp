#include "sim/pbd/settings.h"

#include "sim/shared_parameters.h"

namespace limber {

PbdMethod method_named(const std::string& name) {
  if (name == "xpbd") return PbdMethod::xpbd;
  if (name == "descent") return PbdMethod::descent;
  return name == "jacobi" ? PbdMethod::jacobi : PbdMethod::gauss_seidel;
}

std::vector<Parameter> parameters_of(PbdSettings& s) {
  return {
      {.key = "method",
       .help =
           "Constraint solver: Gauss-Seidel by colour [Fratarcangeli13], averaged Jacobi "
           "[Fratarcangeli13, section 5.1], XPBD with one iteration per substep, or vertex block "
           "descent with multipliers [Chen24, Giles25]",
       .target = &s.method,
       .choices = {"gauss_seidel", "jacobi", "xpbd", "descent"}},
      dt_parameter(s.dt_s, 1e-4, 0.05),
      {.key = "iterations",
       .help = "gauss_seidel, jacobi, descent: passes over all constraints in a step",
       .target = &s.iterations,
       .low = 1,
       .high = 500,
       .logarithmic = true,
       .only_with = {"method=gauss_seidel|jacobi|descent"}},
      {.key = "substeps",
       .help = "xpbd: substeps in a step; those shorter than 0.0003 s lose precision in 32-bit "
               "positions",
       .target = &s.substeps,
       .low = 1,
       .high = 100,
       .logarithmic = true,
       .only_with = {"method=xpbd"}},
      {.key = "stretch_stiffness",
       .help = "gauss_seidel, jacobi: fraction of an edge's stretch that one projection removes",
       .target = &s.stretch_stiffness,
       .low = 0.01,
       .high = 1,
       .only_with = {"method=gauss_seidel|jacobi"}},
      {.key = "bending_stiffness",
       .help = "gauss_seidel, jacobi: fraction of the bending error that one projection removes; "
               "0: no bending",
       .target = &s.bending_stiffness,
       .low = 0,
       .high = 1,
       .only_with = {"method=gauss_seidel|jacobi", "bending|dihedral"}},
      {.key = "volume_stiffness",
       .help = "gauss_seidel, jacobi: fraction of a tetrahedron's volume error that one projection "
               "removes; 0: no volume constraints",
       .target = &s.volume_stiffness,
       .low = 0,
       .high = 1,
       .only_with = {"method=gauss_seidel|jacobi", "volume"}},
      {.key = "volume_scale",
       .help = "Rest volume of each tetrahedron relative to that of its mesh: below 1 a body "
               "shrinks, above 1 it swells",
       .target = &s.volume_scale,
       .low = 0.2,
       .high = 3,
       .only_with = {"volume"}},
      {.key = "stretch_compliance_m_N",
       .help = "xpbd, descent: compliance of edges; 0: rigid",
       .target = &s.stretch_compliance_m_N,
       .low = 0,
       .high = 1,
       .only_with = {"method=xpbd|descent"}},
      {.key = "across_compliance_m_N",
       .help = "xpbd, descent: compliance of the distance across an edge, which resists bending",
       .target = &s.across_compliance_m_N,
       .low = 0,
       .high = 1e4,
       .only_with = {"method=xpbd|descent", "bending"}},
      {.key = "dihedral_compliance_rad_Nm",
       .help = "xpbd, descent: compliance of the dihedral angle at an edge, which resists bending",
       .target = &s.dihedral_compliance_rad_Nm,
       .low = 0,
       .high = 1e8,
       .only_with = {"method=xpbd|descent", "dihedral"}},
      {.key = "volume_compliance_m5_N",
       .help = "xpbd, descent: compliance of a tetrahedron's volume; 0: incompressible",
       .target = &s.volume_compliance_m5_N,
       .low = 0,
       .high = 1,
       .only_with = {"method=xpbd|descent", "volume"}},
      {.key = "jacobi_relaxation",
       .help = "jacobi: relaxation factor of the averaged corrections; above 1 it converges "
               "faster, from about 4 on the cloth becomes unstable",
       .target = &s.jacobi_relaxation,
       .low = 0.1,
       .high = 8,
       .only_with = {"method=jacobi"}},
      gravity_parameter(s.gravity_m_s2),
      {.key = "wind_m_s", .help = "Wind velocity", .target = &s.wind_m_s, .low = -50, .high = 50},
      {.key = "gustiness",
       .help = "Fraction of the wind that comes in gusts",
       .target = &s.gustiness,
       .low = 0,
       .high = 1,
       .only_with = {"wind_m_s!=0, 0, 0"}},
      {.key = "air_kg_m3",
       .help = "Air density, for the drag of faces; 0: vacuum",
       .target = &s.air_kg_m3,
       .low = 0,
       .high = 10},
      {.key = "damping_per_s",
       .help = "Velocity damping: velocities decay as exp(-rate t)",
       .target = &s.damping_per_s,
       .low = 0,
       .high = 50},
      {.key = "speed_limit_m_s",
       .help = "Upper limit of particle speeds: crushed bodies recover slowly, and nothing tunnels "
               "through thin colliders; 0: no limit",
       .target = &s.speed_limit_m_s,
       .low = 0,
       .high = 100},
      {.key = "friction",
       .help = "Coulomb friction coefficient, against colliders and other bodies",
       .target = &s.friction,
       .low = 0,
       .high = 2},
      restitution_parameter(s.restitution),
      {.key = "thickness_m",
       .help = "Distance that particles keep from colliders",
       .target = &s.thickness_m,
       .low = 0,
       .high = 0.2},
      collisions_parameter(s.collisions),
      contact_distance_parameter(s.contact_distance_m),
      {.key = "contact_iterations",
       .help = "How many of the last iterations of a step also solve contacts; xpbd solves them in "
               "every substep",
       .target = &s.contact_iterations,
       .low = 1,
       .high = 200},
      {.key = "clusters",
       .help = "Solve small bodies, and the constraints of the last colours, in shared memory "
               "instead of colour by colour; the result is the same (cuda and tbb)",
       .target = &s.clusters},
      {.key = "step_budget_ms",
       .help = "Solver time per step, which sets the number of iterations once a step has been "
               "timed; 0: `iterations` sets it",
       .target = &s.step_budget_ms,
       .low = 0,
       .high = 100,
       .only_with = {"method=gauss_seidel|jacobi|descent"}},
  };
}

}  // namespace limber
