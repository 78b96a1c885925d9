#pragma once

#include "sim/fem/fem_model.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/implicit_shape.h"
#include "sim/mesh/lattice_mesher.h"
#include "sim/pbd/solid.h"
#include "tests/sim/small_worlds.h"

namespace limber {

/// A ball around the origin, meshed by a lattice of cells `cell_m` wide.
inline Solid small_ball(float radius_m, float cell_m) {
  Progress progress;
  const ImplicitShape ball = ball_shape(glm::vec3(0.0f), radius_m);
  return {.mesh = fill_with_lattice(ball.distance, ball.low_m, ball.high_m, cell_m, progress)};
}

inline double volume_of(const Placed<PbdModel>& model, const std::vector<glm::vec3>& x) {
  double sum = 0.0;
  for (const auto& c : model.volume.corners)
    sum += signed_volume_m3(x[c.at[0]], x[c.at[1]], x[c.at[2]], x[c.at[3]]);
  return sum;
}

inline double rest_volume_of(const Placed<PbdModel>& model) {
  std::vector<glm::vec3> x;
  for (const Particle& p : model.particles) x.push_back(p.position_m);
  return volume_of(model, x);
}

/// Counts inverted elements from corners only, in double precision.
inline int inverted(const FemModel& model, const std::vector<glm::vec3>& x) {
  int count = 0;
  for (int e = 0; e < model.elements(); ++e) {
    const int* at = &model.corners[static_cast<std::size_t>(e * model.nodes_each())];
    const glm::dvec3 a(x[at[0]]), b(x[at[1]]), c(x[at[2]]), d(x[at[3]]);
    if (!(glm::dot(glm::cross(b - a, c - a), d - a) > 0.0)) ++count;
  }
  return count;
}

inline Solid block(glm::vec3 half_m, glm::ivec3 cells, float density_kg_m3) {
  Solid solid{.mesh = box_mesh(-half_m, half_m, cells)};
  solid.density_kg_m3 = density_kg_m3;
  return solid;
}

}  // namespace limber
