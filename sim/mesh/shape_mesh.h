#pragma once

#include <glm/glm.hpp>

#include "sim/publish.h"

// Closed surfaces of the colliders' shapes, for drawing: normals outward, triangles
// counter-clockwise seen from outside. Lengths must be positive; axes need not have unit length,
// but must not be zero.

namespace limber {

StaticMesh sphere_mesh(glm::vec3 center_m, float radius_m);

/// A cylinder of length 2 * half_length_m with a hemisphere at each end.
StaticMesh capsule_mesh(glm::vec3 center_m, glm::vec3 axis, float half_length_m, float radius_m);

/// A sector that is left out of a solid of revolution to show its inside. The cuts are closed.
struct Opened {
  glm::vec3 toward{0.0f, 0.0f, 1.0f};  ///< middle of the sector, normal to the axis
  float rad = 0.0f;                    ///< angle of the sector
};

/// A hollow cylinder: outside, inside and the two rings that close the ends, with sharp edges.
StaticMesh tube_mesh(glm::vec3 center_m, glm::vec3 axis, float half_length_m, float inner_radius_m,
                     float outer_radius_m, const Opened& opened = {});

/// A straight wall with round ends, rotated around the axis. The radii, of the middle of the wall
/// at the lower and upper end, must exceed half_wall_m.
StaticMesh funnel_mesh(glm::vec3 center_m, glm::vec3 axis, float half_length_m,
                       float lower_radius_m, float upper_radius_m, float half_wall_m,
                       const Opened& opened = {});

/// A box along `axes` (unit length, right-handed) with sharp edges, or with smoothly shaded bevels
/// of `bevel_m` (at most the smallest half size).
StaticMesh box_mesh(glm::vec3 center_m, glm::vec3 half_size_m,
                    const glm::mat3& axes = glm::mat3(1.0f), float bevel_m = 0.0f);

}  // namespace limber
