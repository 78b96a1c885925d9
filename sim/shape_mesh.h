#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "sim/publish.h"

// Closed surfaces of the colliders' shapes, for drawing: normals outward, triangles
// counter-clockwise seen from outside. Lengths must be positive; axes need no unit length, only one
// that is not zero.

namespace limber {

StaticMesh sphere_mesh(glm::vec3 center_m, float radius_m);

/// A cylinder of `length_m` between the centres of two half spheres.
StaticMesh capsule_mesh(glm::vec3 center_m, glm::vec3 axis, float length_m, float radius_m);

/// A hollow cylinder: outside, inside and the two rings that close it, with sharp edges.
StaticMesh tube_mesh(glm::vec3 center_m, glm::vec3 axis, float length_m, float inner_radius_m,
                     float outer_radius_m);

/// A box with sharp edges, or with edges that are cut and shaded round by `bevel_m` (at most the
/// smallest half size), so that they catch the light.
StaticMesh box_mesh(glm::vec3 center_m, glm::vec3 half_size_m,
                    glm::quat rotation = glm::quat(1, 0, 0, 0), float bevel_m = 0.0f);

}  // namespace limber
