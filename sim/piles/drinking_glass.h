#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A tumbler that stands on the plane y = 0 around the y axis, a little wider at its top than at
/// its foot, with a wall and a bottom that are as thick as the spheres that it is made of.
struct DrinkingGlass {
  float height_m, wall_m;

  /// Outer ones.
  float top_radius_m() const { return 0.38f * height_m; }
  float foot_radius_m() const { return 0.32f * height_m; }

  TriangleMesh surface() const;              ///< closed
  std::vector<glm::vec3> centers_m() const;  ///< of spheres that touch each other
  double min_spheres() const;                ///< a lower bound on their number
};

}  // namespace limber
