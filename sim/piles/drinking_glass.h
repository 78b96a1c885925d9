#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A tumbler standing on the plane y = 0 around the y axis, slightly wider at the top than at the
/// foot. Its wall and bottom are one sphere diameter thick.
struct DrinkingGlass {
  float height_m, wall_m;

  float top_radius_m() const { return 0.38f * height_m; }
  float foot_radius_m() const { return 0.32f * height_m; }  ///< outer, like the top's

  TriangleMesh surface() const;              ///< closed
  std::vector<glm::vec3> centers_m() const;  ///< of spheres that touch each other
  double min_spheres() const;                ///< a lower bound on centers_m().size()
};

}  // namespace limber
