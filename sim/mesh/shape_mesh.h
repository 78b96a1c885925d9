#pragma once

#include <glm/glm.hpp>

#include "sim/publish.h"

// Closed surfaces of the colliders' shapes, for drawing: normals outward, triangles
// counter-clockwise seen from outside. Lengths must be positive; axes need no unit length, only one
// that is not zero.

namespace limber {

StaticMesh sphere_mesh(glm::vec3 center_m, float radius_m);

/// A cylinder of twice `half_length_m` with a half sphere at each end.
StaticMesh capsule_mesh(glm::vec3 center_m, glm::vec3 axis, float half_length_m, float radius_m);

/// A part of what is round that is left out, so that one sees into it: so much around the axis,
/// in the middle of which lies `toward`. It is closed where it is cut.
struct Opened {
  glm::vec3 toward{0.0f, 0.0f, 1.0f};  ///< across the axis
  float rad = 0.0f;
};

/// A hollow cylinder: outside, inside and the two rings that close it, with sharp edges.
StaticMesh tube_mesh(glm::vec3 center_m, glm::vec3 axis, float half_length_m, float inner_radius_m,
                     float outer_radius_m, const Opened& opened = {});

/// A straight wall with round ends, turned around the axis: its middle is lower_radius_m away from
/// it at the lower end and upper_radius_m at the upper one, both more than half_wall_m.
StaticMesh funnel_mesh(glm::vec3 center_m, glm::vec3 axis, float half_length_m,
                       float lower_radius_m, float upper_radius_m, float half_wall_m,
                       const Opened& opened = {});

/// A box along `axes` (unit length, right-handed) with sharp edges, or with edges that are cut and
/// shaded round by `bevel_m` (at most the smallest half size), so that they catch the light.
StaticMesh box_mesh(glm::vec3 center_m, glm::vec3 half_size_m,
                    const glm::mat3& axes = glm::mat3(1.0f), float bevel_m = 0.0f);

}  // namespace limber
