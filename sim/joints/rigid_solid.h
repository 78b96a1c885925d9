#pragma once

#include <vector>

#include "sim/joints/joints_model.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A solid part of a rigid body: mass properties, contact surface and drawn mesh.
struct RigidSolid {
  double mass_kg = 0.0;
  glm::dvec3 center_m{0.0};
  glm::dmat3 inertia_kg_m2{0.0};  ///< about the centre
  RigidShape shape;
  StaticMesh drawn;

  /// A copy, rotated about the origin, then translated.
  RigidSolid placed(const glm::dvec4& turn, const glm::dvec3& to_m) const;
  /// Changes the mass; scales the inertia with it.
  void weigh(double kg);
};

// Centred at the origin. Mass and inertia are exact, for round shapes those of the ideal shape.
// Balls and capsules collide as points and segments with a radius, others with the drawn surface.
RigidSolid solid_box(const glm::vec3& size_m, double density_kg_m3);
RigidSolid solid_ball(float radius_m, double density_kg_m3);
/// length_m: of the straight part, along y.
RigidSolid solid_capsule(float radius_m, float length_m, double density_kg_m3);
/// Along y.
RigidSolid solid_cylinder(float radius_m, float length_m, double density_kg_m3);
/// hull: made by convex_hull().
RigidSolid solid_hull(const TriangleMesh& hull, double density_kg_m3);
/// surface: closed, facing outward. Others stay half the contact distance away from it: unlike
/// hulls it is not shrunk, since it may be thin.
RigidSolid solid_mesh(const TriangleMesh& surface, double density_kg_m3);

/// One body of several parts in world space; where they overlap, each keeps its mass. Adds its
/// shape and look to the model. The axes of its frame are its principal axes.
RigidBody body_of(const std::vector<RigidSolid>& parts, const Material& material,
                  JointsModel& model);

}  // namespace limber
