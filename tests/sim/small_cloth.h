#pragma once

#include "sim/mesh/surfaces.h"
#include "sim/pbd/cloth.h"
#include "tests/sim/small_worlds.h"

namespace limber {

/// A square of `side` x `side` particles, one metre wide, level at y = 2, without any collider.
inline Placed<PbdModel> small_cloth(int side, Bending bending = Bending::dihedral,
                                    std::vector<int> pinned = {}) {
  Placed<PbdModel> model;
  add_cloth(model, {.mesh = grid_mesh(side, side, glm::vec2(1.0f), {0.0f, 2.0f, 0.0f}, {1, 0, 0},
                                      {0, 0, 1}),
                    .bending = bending,
                    .pinned = std::move(pinned)});
  return model;
}

/// Constraints only: no gravity, air, damping or contacts.
inline PbdSettings free_settings() {
  PbdSettings settings;
  settings.gravity_m_s2 = 0.0f;
  settings.air_kg_m3 = 0.0f;
  settings.damping_per_s = 0.0f;
  settings.collisions = false;
  return settings;
}

inline double residual_of(World& simulation, Exec& exec, const std::string& type) {
  simulation.request_residuals();
  exec.synchronize();
  return simulation.residuals().at(type);
}

}  // namespace limber
