#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/lattice_mesher.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

// Solids that a scene describes by a few numbers: their signed distance and a box around them.
// Radii and half sizes must be positive; axes need no unit length, only one that is not zero.

namespace limber {

struct ImplicitShape {
  DistanceFunction distance;
  glm::vec3 low_m, high_m;  ///< the shape lies within, and does not touch the sides
};

ImplicitShape ball_shape(glm::vec3 center_m, float radius_m);

/// ring_radius_m: of the circle around `axis` on which the tube's middle runs.
ImplicitShape torus_shape(glm::vec3 center_m, glm::vec3 axis, float ring_radius_m,
                          float tube_radius_m);

/// A box along `axes` (unit length, right-handed) whose edges are round by `rounding_m`, at most
/// the smallest half size.
ImplicitShape box_shape(glm::vec3 center_m, glm::vec3 half_size_m, const glm::mat3& axes,
                        float rounding_m);

/// The smaller one of two distances, rounded off where they differ by less than `blend_m`, by up to
/// a sixth of it; twice differentiable. 0: sharp.
float smooth_min(float a, float b, float blend_m);

/// What a ball sweeps that goes from a to b and changes its radius evenly.
struct RoundCone {
  glm::vec3 a_m;
  float a_radius_m;
  glm::vec3 b_m;
  float b_radius_m;
};

/// The union of round cones, in their order, with creases filled where two are nearer to each other
/// than about `blend_m`; 0: sharp. At least one bone. Where two surfaces meet, the blend lies up to
/// a sixth of `blend_m` outside of both.
ImplicitShape blend_shape(std::vector<RoundCone> bones, float blend_m);

/// The surface within the box, closed, manifold and facing outward, of well-shaped triangles about
/// half of `cell_m` to `cell_m` wide: the boundary of fill_with_lattice(), its vertices spread
/// evenly and put on the surface. For smooth surfaces that turn little within a cell. Throws as
/// fill_with_lattice() does.
TriangleMesh polygonise(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                        float cell_m, Progress& progress);

}  // namespace limber
