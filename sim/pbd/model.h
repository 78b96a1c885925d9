#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/collider.h"
#include "kernels/pbd/constraints.h"
#include "kernels/pbd/particle.h"
#include "sim/publish.h"

namespace limber {

/// Constraints of one type on the host: corners and rest values, one entry each.
template <class Constraint>
struct ConstraintList {
  std::vector<Corners<Constraint::corners>> corners;
  std::vector<float> rest;  ///< metres or radians
};

/// What position based dynamics needs to start: particles, surfaces, solids. Host memory.
struct PbdModel {
  std::vector<Particle> particles;
  std::vector<int> body_of_particle;  ///< particles of one body move together when grabbed
  std::vector<glm::uvec3> triangles;
  std::vector<SurfacePart> parts;
  ConstraintList<DistanceConstraint> stretch;
  ConstraintList<DistanceConstraint> across;    ///< bending by the distance across an edge (000)
  ConstraintList<DihedralConstraint> dihedral;  ///< bending by the angle at an edge (002)
  std::vector<Collider> colliders;
  std::vector<StaticMesh> scenery;  ///< the colliders as they are drawn, without the ground
};

}  // namespace limber
