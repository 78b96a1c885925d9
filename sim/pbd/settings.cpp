#include "sim/pbd/settings.h"

#include "sim/shared_parameters.h"

namespace limber {

PbdMethod method_named(const std::string& name) {
  if (name == "xpbd") return PbdMethod::xpbd;
  return name == "jacobi" ? PbdMethod::jacobi : PbdMethod::gauss_seidel;
}

std::vector<Parameter> parameters_of(PbdSettings& s) {
  return {
      {.key = "method",
       .help = "How constraints are solved: Gauss-Seidel by colour [Fratarcangeli13], averaged "
               "Jacobi [Fratarcangeli13, "
               "section 5.1], or XPBD with substeps of one iteration each",
       .target = &s.method,
       .choices = {"gauss_seidel", "jacobi", "xpbd"}},
      dt_parameter(s.dt_s, 1e-4, 0.05),
      {.key = "iterations",
       .help = "Times that gauss_seidel and jacobi go over all constraints in a step",
       .target = &s.iterations,
       .low = 1,
       .high = 500,
       .logarithmic = true,
       .only_with = {"method=gauss_seidel|jacobi"}},
      {.key = "substeps",
       .help =
           "Parts into which xpbd cuts a step; parts below 0.0003 s are lost in the rounding of "
           "32-bit positions",
       .target = &s.substeps,
       .low = 1,
       .high = 100,
       .logarithmic = true,
       .only_with = {"method=xpbd"}},
      {.key = "stretch_stiffness",
       .help =
           "gauss_seidel and jacobi: share of a stretched edge's error that one projection takes "
           "away",
       .target = &s.stretch_stiffness,
       .low = 0.01,
       .high = 1,
       .only_with = {"method=gauss_seidel|jacobi"}},
      {.key = "bending_stiffness",
       .help = "gauss_seidel and jacobi: share of a fold's error that one projection takes away; 0 "
               "switches bending off",
       .target = &s.bending_stiffness,
       .low = 0,
       .high = 1,
       .only_with = {"method=gauss_seidel|jacobi", "bending|dihedral"}},
      {.key = "volume_stiffness",
       .help = "gauss_seidel and jacobi: share of a tetrahedron's error in volume that one "
               "projection takes away; 0 switches volumes off",
       .target = &s.volume_stiffness,
       .low = 0,
       .high = 1,
       .only_with = {"method=gauss_seidel|jacobi", "volume"}},
      {.key = "volume_scale",
       .help = "Times its own volume that each tetrahedron wants to have: below 1 a body shrivels, "
               "above 1 it swells",
       .target = &s.volume_scale,
       .low = 0.2,
       .high = 3,
       .only_with = {"volume"}},
      {.key = "stretch_compliance_m_N",
       .help = "xpbd: how far an edge gives under a force; 0 is rigid",
       .target = &s.stretch_compliance_m_N,
       .low = 0,
       .high = 1,
       .only_with = {"method=xpbd"}},
      {.key = "across_compliance_m_N",
       .help = "xpbd: how far the distance across an edge gives under a force",
       .target = &s.across_compliance_m_N,
       .low = 0,
       .high = 1e4,
       .only_with = {"method=xpbd", "bending"}},
      {.key = "dihedral_compliance_rad_Nm",
       .help = "xpbd: how far the angle at an edge gives under a torque",
       .target = &s.dihedral_compliance_rad_Nm,
       .low = 0,
       .high = 1e8,
       .only_with = {"method=xpbd", "dihedral"}},
      {.key = "volume_compliance_m5_N",
       .help = "xpbd: how far the volume of a tetrahedron gives under a pressure; 0 is "
               "incompressible",
       .target = &s.volume_compliance_m5_N,
       .low = 0,
       .high = 1,
       .only_with = {"method=xpbd", "volume"}},
      {.key = "jacobi_relaxation",
       .help = "jacobi: factor on the averaged corrections; above 1 converges faster, from about "
               "4 on the cloth blows up",
       .target = &s.jacobi_relaxation,
       .low = 0.1,
       .high = 8,
       .only_with = {"method=jacobi"}},
      gravity_parameter(s.gravity_m_s2),
      {.key = "wind_m_s",
       .help = "Velocity of the wind",
       .target = &s.wind_m_s,
       .low = -50,
       .high = 50},
      {.key = "gustiness",
       .help = "Share of the wind that comes and goes",
       .target = &s.gustiness,
       .low = 0,
       .high = 1,
       .only_with = {"wind_m_s!=0, 0, 0"}},
      {.key = "air_kg_m3",
       .help = "Density of the air that faces push against; 0 is a vacuum",
       .target = &s.air_kg_m3,
       .low = 0,
       .high = 10},
      {.key = "damping_per_s",
       .help = "Rate at which velocity fades: after a second e to the minus this is left of it",
       .target = &s.damping_per_s,
       .low = 0,
       .high = 50},
      {.key = "speed_limit_m_s",
       .help = "No particle is faster than this: what was crushed rises slowly, and nothing flies "
               "through what is thin; 0 is no limit",
       .target = &s.speed_limit_m_s,
       .low = 0,
       .high = 100},
      {.key = "friction",
       .help = "Coulomb coefficient, of bodies on solids and on bodies",
       .target = &s.friction,
       .low = 0,
       .high = 2},
      restitution_parameter(s.restitution),
      {.key = "thickness_m",
       .help = "Distance that particles keep from the solids",
       .target = &s.thickness_m,
       .low = 0,
       .high = 0.2},
      collisions_parameter(s.collisions),
      contact_distance_parameter(s.contact_distance_m),
      {.key = "contact_iterations",
       .help = "How many of a step's last iterations push bodies apart; xpbd does it each substep",
       .target = &s.contact_iterations,
       .low = 1,
       .high = 200},
      {.key = "clusters",
       .help =
           "Solve small bodies whole, and what is left over of the last colours, in fast memory "
           "instead of colour after colour; the result is the same (cuda and tbb)",
       .target = &s.clusters},
      {.key = "step_budget_ms",
       .help = "gauss_seidel and jacobi: as many iterations as fit into this time of the solver, "
               "once a step has been timed; 0 keeps to `iterations`",
       .target = &s.step_budget_ms,
       .low = 0,
       .high = 100,
       .only_with = {"method=gauss_seidel|jacobi"}},
  };
}

}  // namespace limber
