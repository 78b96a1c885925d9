#pragma once

#include <glm/glm.hpp>
#include <random>

#include "tests/sim/slopes.h"
#include "tests/sim/small_worlds.h"

namespace limber {

constexpr float ball_diameter_m = 0.1f;

/// Kinds 0: a ball of 1 kg. 1: a row of four. 2: a square plate of four. 3: an uneven lump.
inline Placed<PilesModel> small_kinds() {
  const auto kind = [](std::vector<glm::vec3> centers_m, float mass_kg) {
    for (glm::vec3& x : centers_m) x *= ball_diameter_m;
    return PileKind{body_of_spheres(std::move(centers_m), ball_diameter_m, mass_kg, "kind"), {}};
  };
  Placed<PilesModel> model;
  model.kinds = {kind({{0, 0, 0}}, 1.0f), kind(spheres_in_a_row({-1, 0, 0}, {1, 0, 0}, 4), 2.0f),
                 kind({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}}, 4.0f),
                 kind({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 0.5f}}, 2.0f)};
  return model;
}

/// Bodies of all kinds on a grid, with random orientations.
inline Placed<PilesModel> small_pile(int side, glm::vec3 low_m, float step_m) {
  Placed<PilesModel> model = small_kinds();
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

/// Contacts only.
inline PilesSettings weightless() {
  PilesSettings settings;
  settings.gravity_m_s2 = 0.0f;
  settings.damping_per_s = 0.0f;
  return settings;
}

/// Position-based contacts, in steps of 1/60 s with eight substeps.
inline PilesSettings at_frames(PilesSettings settings = {}) {
  settings.contacts = "positions";
  settings.dt_s = 0.0166667f;
  return settings;
}

inline PileBody ball_at(glm::vec3 at_m, glm::vec3 velocity_m_s = glm::vec3(0.0f)) {
  PileBody body{.kind = 0, .velocity_m_s = velocity_m_s};
  body.pose.position_m = at_m;
  return body;
}

inline glm::vec3 velocity_m_s(PilesWorld& simulation, const Placed<PilesModel>& model, int body) {
  return simulation.momenta()[body].linear_kg_m_s /
         model.kinds[model.bodies[body].kind].body.mass_kg;
}

/// A residual of the current state; see PilesWorld::request_residuals().
inline double residual(PilesWorld& simulation, const Exec& exec, const char* name) {
  simulation.request_residuals();
  exec.synchronize();
  return simulation.residuals().at(name);
}

struct Momenta {
  glm::dvec3 linear, angular;
};

inline Momenta total_of(PilesWorld& simulation) {
  Momenta sum{glm::dvec3(0.0), glm::dvec3(0.0)};
  const auto poses = simulation.poses();
  const auto momenta = simulation.momenta();
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const glm::dvec3 p(momenta[b].linear_kg_m_s);
    sum.linear += p;
    sum.angular +=
        glm::cross(glm::dvec3(poses[b].position_m), p) + glm::dvec3(momenta[b].angular_kg_m2_s);
  }
  return sum;
}

/// Bodies of all kinds thrown together: they collide with friction.
inline Placed<PilesModel> thrown_together() {
  Placed<PilesModel> model = small_pile(4, glm::vec3(-0.5f), 0.33f);
  for (PileBody& body : model.bodies) {
    body.velocity_m_s = -2.0f * body.pose.position_m + glm::vec3(0.3f, 0.0f, 0.1f);
    body.spin_rad_s = glm::vec3(1.0f, 3.0f, -2.0f);
  }
  return model;
}

/// A plate of four spheres on a ground that turns by 2 rad/s.
inline Placed<PilesModel> plate_on_turntable() {
  Placed<PilesModel> model = small_kinds();
  PileBody plate{.kind = 2};
  plate.pose.position_m = {0.3f, 0.05f, 0.0f};
  model.bodies = {plate};
  model.colliders = {Collider{.turn_rad_s = 2.0f}};
  return model;
}

/// A plate of four spheres at rest on a slope.
inline Placed<PilesModel> plate_on(const Slope& slope) {
  Placed<PilesModel> model = small_kinds();
  model.colliders = {slope.box()};
  PileBody plate{.kind = 2};
  plate.pose.position_m = slope.up() * (0.5f * ball_diameter_m);
  plate.pose.quaternion = turned(plate.pose.quaternion, {0.0f, 0.0f, -slope.angle_rad()});
  model.bodies = {plate};
  return model;
}

/// Bodies of all kinds above a box with a floor of 1.4 m by 1.4 m.
inline Placed<PilesModel> boxed_pile(int side, float step_m) {
  Placed<PilesModel> model = small_pile(side, {-0.4f, 0.3f, -0.4f}, step_m);
  model.colliders = {Collider{}};
  for (const glm::vec3 out : {glm::vec3(1, 0, 0), {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}})
    model.colliders.push_back(
        {.shape = ColliderShape::box,
         .center_m = out * 1.1f + glm::vec3(0, 1.5f, 0),
         .half_size_m = {out.x == 0 ? 1.2f : 0.4f, 3.0f, out.z == 0 ? 1.2f : 0.4f}});
  return model;
}

/// A plate on a slope, from 0.2 to 0.6 s.
inline void expect_plate_slides(Exec& exec, const Slope& slope, const PilesSettings& settings) {
  PilesWorld world(exec, plate_on(slope), settings);
  const int steps = static_cast<int>(std::lround(0.2 / world.dt_s()));
  expect_coulomb(slope, slide(world, steps, steps, [&] {
                   return mean_down_m(slope, std::vector{world.poses()[0].position_m});
                 }));
}

/// Runs two identical worlds, one of which is switched to another backend and back repeatedly. Both
/// end on `exec`.
inline void run_switched(World& stays, World& moves, Exec& exec, int times) {
  Exec other(Backend::serial);
  for (int i = 0; i < times; ++i) {
    run(stays, 24);
    moves.switch_to(i % 2 == 0 ? other : exec);
    run(moves, 24);
  }
  moves.switch_to(exec);
}

}  // namespace limber
