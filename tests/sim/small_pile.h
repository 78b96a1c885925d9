#pragma once

#include <glm/glm.hpp>
#include <random>

#include "sim/piles/piles_simulation.h"

namespace limber {

constexpr float ball_diameter_m = 0.1f;

/// Kinds 0: a ball of 1 kg. 1: a row of four. 2: a square plate of four. 3: an uneven lump.
inline PilesModel small_kinds() {
  const auto kind = [](std::vector<glm::vec3> centers_m, float mass_kg) {
    for (glm::vec3& x : centers_m) x *= ball_diameter_m;
    return PileKind{body_of_spheres(std::move(centers_m), ball_diameter_m, mass_kg, "kind"), {}};
  };
  PilesModel model;
  model.kinds = {kind({{0, 0, 0}}, 1.0f), kind(spheres_in_a_row({-1, 0, 0}, {1, 0, 0}, 4), 2.0f),
                 kind({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}}, 4.0f),
                 kind({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 0.5f}}, 2.0f)};
  return model;
}

/// Bodies of all kinds at places of a grid, turned at random.
inline PilesModel small_pile(int side, glm::vec3 low_m, float step_m) {
  PilesModel model = small_kinds();
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  const int kinds = static_cast<int>(model.kinds.size());
  for (int i = 0; i < side * side * side; ++i) {
    PileBody body{.kind = i % kinds};
    body.pose.position_m = low_m + step_m * glm::vec3(i % side, i / side % side, i / side / side);
    body.pose.quaternion =
        unit_quaternion({normal(random), normal(random), normal(random), normal(random)});
    model.bodies.push_back(body);
  }
  sort_by_kind(model);
  return model;
}

/// Nothing acts but contacts.
inline PilesSettings weightless() {
  PilesSettings settings;
  settings.gravity_m_s2 = 0.0f;
  settings.damping_per_s = 0.0f;
  return settings;
}

inline void run(Simulation& simulation, int steps) {
  for (int done = 0; done < steps; done += 8)
    simulation.advance({.steps = steps - done < 8 ? steps - done : 8});
}

}  // namespace limber
