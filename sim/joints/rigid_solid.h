#pragma once

#include <vector>

#include "sim/joints/joints_model.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A filled shape, of which rigid bodies are made: what it weighs, touches with and looks like.
struct RigidSolid {
  double mass_kg = 0.0;
  glm::dvec3 center_m{0.0};
  glm::dmat3 inertia_kg_m2{0.0};  ///< about the centre
  RigidShape shape;
  StaticMesh drawn;

  /// Turned around the origin, and then moved.
  RigidSolid placed(const glm::dvec4& turn, const glm::dvec3& to_m) const;
  /// Of another weight, which is spread in the same way.
  void weigh(double kg);
};

// Around the origin. Mass and inertia are exact, of round shapes those of what is round. Balls and
// capsules touch at a distance from a point or a line, all others with what is drawn.
RigidSolid solid_box(const glm::vec3& size_m, double density_kg_m3);
RigidSolid solid_ball(float radius_m, double density_kg_m3);
/// length_m: of the straight part, along y.
RigidSolid solid_capsule(float radius_m, float length_m, double density_kg_m3);
/// Along y.
RigidSolid solid_cylinder(float radius_m, float length_m, double density_kg_m3);
/// Of what convex_hull() makes.
RigidSolid solid_hull(const TriangleMesh& hull, double density_kg_m3);
/// Of a closed surface that faces outward. It keeps others at half of the distance that bodies
/// keep: faces that may be thin cannot go in.
RigidSolid solid_mesh(const TriangleMesh& surface, double density_kg_m3);

/// One body of several shapes that are where they are in space, which may overlap: each has its
/// mass. Adds its shape and its look to the model. Its frame is along its principal axes.
RigidBody body_of(const std::vector<RigidSolid>& parts, const Material& material,
                  JointsModel& model);

}  // namespace limber
