#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// Integrals over the inside of a closed surface, for unit density.
struct SolidIntegrals {
  double volume_m3 = 0.0;
  glm::dvec3 center_m{0.0};
  glm::dmat3 inertia_m5{0.0};  ///< about the centre
};

SolidIntegrals solid_integrals(const TriangleMesh& surface);

/// The inertia of a point mass about the origin.
glm::dmat3 inertia_of_point(double mass_kg, const glm::dvec3& at_m);

}  // namespace limber
