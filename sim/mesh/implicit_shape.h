#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/lattice_mesher.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

// Parametric solids: their signed distance and bounds. Radii and half sizes must be positive; axes
// need not have unit length, but must not be zero.

namespace limber {

struct ImplicitShape {
  DistanceFunction distance;
  glm::vec3 low_m, high_m;  ///< bounds; the shape does not touch them
};

ImplicitShape ball_shape(glm::vec3 center_m, float radius_m);

/// ring_radius_m: of the circle around `axis` that is the centre line of the tube.
ImplicitShape torus_shape(glm::vec3 center_m, glm::vec3 axis, float ring_radius_m,
                          float tube_radius_m);

/// A box along `axes` (unit length, right-handed) with edges rounded by the radius `rounding_m`, at
/// most the smallest half size.
ImplicitShape box_shape(glm::vec3 center_m, glm::vec3 half_size_m, const glm::mat3& axes,
                        float rounding_m);

/// The minimum of two distances, smoothed where they differ by less than `blend_m`, by up to a
/// sixth of it; twice differentiable. 0: sharp.
float smooth_min(float a, float b, float blend_m);

/// The volume swept by a ball from a to b with linearly changing radius.
struct RoundCone {
  glm::vec3 a_m;
  float a_radius_m;
  glm::vec3 b_m;
  float b_radius_m;
};

/// The smooth union of round cones, blended in their order where two are closer than about
/// `blend_m`; 0: sharp. At least one bone. Where two surfaces meet, the blend lies up to a sixth of
/// `blend_m` outside both.
ImplicitShape blend_shape(std::vector<RoundCone> bones, float blend_m);

/// The surface within the box, closed, manifold and facing outward, with well-shaped triangles of
/// about half of `cell_m` to `cell_m`: the boundary of fill_with_lattice(), with its vertices
/// smoothed and projected on the surface. For surfaces with little curvature within a cell. Throws
/// as fill_with_lattice() does.
TriangleMesh polygonise(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                        float cell_m, Progress& progress);

}  // namespace limber
