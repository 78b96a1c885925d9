#pragma once

#include "sim/mesh/implicit_shape.h"
#include "sim/mesh/lattice_mesher.h"
#include "sim/pbd/solid.h"

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

}  // namespace limber
