// Joints between rigid bodies and vertices of cloth and solids: exchanged momentum, and loads
// against statics.

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/error.h"
#include "sim/mesh/box_mesh.h"
#include "sim/pbd/solid.h"
#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_joints.h"

namespace limber {
namespace {

constexpr float step_s = 1.0f / 480.0f;

/// A system of particles, called "cloth", and bodies that hold vertices of it.
struct JoinedWorld : World {
  JoinedWorld(Exec& exec, const PbdModel& particles, const PbdSettings& pbd,
              const JointsModel& bodies, const JointsSettings& rigid)
      : World(exec,
              {GroupModel{
                  "",
                  {},
                  {{"cloth",
                    [=](Exec& on) { return std::make_unique<PbdSystem>(on, particles, pbd); }},
                   {"rigid",
                    [=](Exec& on) { return std::make_unique<JointsSystem>(on, bodies, rigid); }}}}},
              "", step_s) {}
  JointsSystem& bodies() { return system<JointsSystem>(); }
  PbdSystem& particles() { return system<PbdSystem>(); }
};

/// Joins a vertex to the body at its current position.
void hold(JointsModel& model, int body, const PbdModel& particles, int vertex,
          double breaks_at_N = 0.0) {
  const RigidPose pose = model.bodies[body].pose;
  const glm::dvec3 at_m(particles.particles[vertex].position_m);
  model.vertex_joints.push_back({.body = body,
                                 .at_m = rotated_back(pose.quaternion, at_m - pose.position_m),
                                 .system = "cloth",
                                 .vertex = vertex,
                                 .breaks_at_N = breaks_at_N});
}

JointsSettings rigid_settings(float gravity_m_s2) {
  JointsSettings settings;
  settings.dt_s = step_s;
  settings.gravity_m_s2 = gravity_m_s2;
  return settings;
}

PbdSettings cloth_settings(float gravity_m_s2, int substeps = 4) {
  PbdSettings settings = free_settings();
  settings.method = "xpbd";
  settings.substeps = substeps;
  settings.gravity_m_s2 = gravity_m_s2;
  return settings;
}

/// A level cloth at y = 2, and a box joined to its corner.
struct Kite {
  Placed<PbdModel> cloth = small_cloth(8, Bending::none);
  JointsModel bodies;

  explicit Kite(double kg) {
    const int box = add_box(bodies, {0.55, 2.0, 0.5}, glm::vec3(0.1f));
    RigidBody& body = bodies.bodies[box];
    body.inertia_kg_m2 *= kg / body.mass_kg;
    body.mass_kg = kg;
    body.velocity_m_s = {1.0, 0.5, -0.3};
    body.spin_rad_s = {0.5, 2.0, -1.0};
    hold(bodies, box, cloth, 63);
  }
};

struct JoinedMomenta {
  glm::dvec3 of_body{0.0}, of_cloth{0.0}, angular{0.0};
  glm::dvec3 all() const { return of_body + of_cloth; }
};

/// Momenta; those of particles are from two states a substep apart.
JoinedMomenta momenta_of(Exec& exec, JoinedWorld& world, const PbdModel& model) {
  JoinedMomenta sums;
  const JoinedVertices vertices = world.particles().joined_vertices();
  Buffer<Particle> now(exec, vertices.particles.size), before(exec, vertices.particles.size);
  launch(exec, "copy", now.size(), CopyParticles{vertices.particles, now.view()});
  launch(exec, "copy", now.size(), CopyParticles{vertices.before, before.view()});
  const std::vector<Particle> xs = now.download(exec), earlier = before.download(exec);
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double kg = 1.0 / static_cast<double>(model.particles[i].inverse_mass_per_kg);
    const glm::dvec3 x(xs[i].position_m);
    const glm::dvec3 p =
        kg * (x - glm::dvec3(earlier[i].position_m)) / static_cast<double>(vertices.substep_s);
    sums.of_cloth += p;
    sums.angular += glm::cross(x, p);
  }
  const RigidMomentum body = world.bodies().momenta().front();
  sums.of_body = body.linear_kg_m_s;
  sums.angular += body.angular_kg_m2_s +
                  glm::cross(world.bodies().poses().front().position_m, body.linear_kg_m_s);
  return sums;
}

class VertexJoints : public EachBackend {};

/// Momentum is conserved up to the rounding of positions in single precision, amplified where a
/// light vertex is joined to a heavy body.
TEST_P(VertexJoints, KeepTheMomentumOfBothTogether) {
  for (const double kg : {0.02, 5.0}) {
    const Kite kite(kg);
    JoinedWorld world(exec(), kite.cloth, cloth_settings(0.0f, 1), kite.bodies,
                      rigid_settings(0.0f));
    const JoinedMomenta start = momenta_of(exec(), world, kite.cloth);
    const double size = glm::length(start.all());
    run_singly(world, 240);
    const JoinedMomenta end = momenta_of(exec(), world, kite.cloth);
    EXPECT_GT(glm::length(end.of_cloth), 0.03 * size) << kg;  // they did interact
    EXPECT_LT(glm::length(end.all() - start.all()), 4e-3 * size) << kg;
    EXPECT_LT(glm::length(end.angular - start.angular), 5e-3 * glm::length(start.angular)) << kg;
    EXPECT_LT(residual_of(world, exec(), "rigid.vertex"), 1e-3) << kg;
  }
}

/// A thousand times the weight of the cloth.
TEST_P(VertexJoints, CarryAWeightThatHangsOnACloth) {
  std::vector<int> top;
  for (int i = 0; i < 6; ++i) top.push_back(i);
  Placed<PbdModel> cloth;
  add_cloth(cloth,
            {.mesh = grid_mesh(6, 6, glm::vec2(0.5f), {0.0f, 2.0f, 0.0f}, {1, 0, 0}, {0, -1, 0}),
             .bending = Bending::none,
             .pinned = top});
  JointsModel bodies;
  const int box = add_box(bodies, {0.0, 1.7, 0.0}, {0.5f, 0.1f, 0.1f});
  const double kg = bodies.bodies[box].mass_kg;
  for (int i = 30; i < 36; ++i) hold(bodies, box, cloth, i);
  PbdSettings settings = cloth_settings(9.81f);
  settings.damping_per_s = 2.0f;
  settings.substeps = 8;
  JointsSettings rigid = rigid_settings(9.81f);
  rigid.damping_per_s = 2.0f;
  JoinedWorld world(exec(), cloth, settings, bodies, rigid);
  run_singly(world, 1500);
  double lifted_N = 0.0;
  constexpr int steps = 100;
  for (int i = 0; i < steps; ++i) {
    run_singly(world, 1);
    for (const glm::dvec3& impulse : world.bodies().vertex_impulses_N_s())
      lifted_N += impulse.y / static_cast<double>(step_s) / steps;
  }
  EXPECT_NEAR(lifted_N, kg * 9.81, 0.01 * kg * 9.81);
  EXPECT_LT(glm::length(world.bodies().momenta()[box].linear_kg_m_s) / kg, 0.02);
  EXPECT_LT(glm::distance(world.bodies().poses()[box].position_m, {0.0, 1.7, 0.0}), 0.03);
  EXPECT_LT(residual_of(world, exec(), "rigid.vertex"), 1e-3);
  EXPECT_EQ(world.trouble(), "");
}

TEST_P(VertexJoints, BreakAtTheirForce) {
  for (const auto& [breaks_at_N, broken] : {std::pair{5.0, 1}, {2000.0, 0}}) {
    const Placed<PbdModel> cloth = small_cloth(2, Bending::none, {0, 1, 2, 3});
    JointsModel bodies;
    const int box = add_box(bodies, {-0.5, 1.95, -0.5}, glm::vec3(0.1f));
    hold(bodies, box, cloth, 0, breaks_at_N);
    JoinedWorld world(exec(), cloth, cloth_settings(9.81f), bodies, rigid_settings(9.81f));
    run_singly(world, 60);
    EXPECT_EQ(residual_of(world, exec(), "rigid.broken"), broken);
    EXPECT_NEAR(world.bodies().poses()[box].position_m.y, broken ? 1.95 - 0.075 : 1.95, 0.01);
  }
}

TEST_P(VertexJoints, LetABodyHangOnACornerOfASolid) {
  Placed<PbdModel> solid;
  add_solid(
      solid,
      {.mesh = box_mesh(glm::vec3(-0.1f), glm::vec3(0.1f), glm::ivec3(2)), .density_kg_m3 = 300.0f},
      {glm::mat3(1.0f), {0.0f, 2.0f, 0.0f}});
  int lowest = 0;
  for (std::size_t i = 0; i < solid.particles.size(); ++i) {
    Particle& p = solid.particles[i];
    if (p.position_m.y > 2.09f) p.inverse_mass_per_kg = 0.0f;
    if (p.position_m.y < solid.particles[lowest].position_m.y) lowest = static_cast<int>(i);
  }
  JointsModel bodies;
  const glm::dvec3 corner_m(solid.particles[lowest].position_m);
  const int box = add_box(bodies, corner_m - glm::dvec3(0.0, 0.02, 0.0), glm::vec3(0.04f));
  hold(bodies, box, solid, lowest);
  PbdSettings settings = cloth_settings(9.81f);
  settings.damping_per_s = 2.0f;
  JoinedWorld world(exec(), solid, settings, bodies, rigid_settings(9.81f));
  run_singly(world, 480);
  EXPECT_LT(
      glm::distance(world.bodies().poses()[box].position_m, corner_m - glm::dvec3(0.0, 0.05, 0.0)),
      0.03);
}

EACH_BACKEND(VertexJoints);

TEST(VertexJointsOnMany, HaveTheBitsOfOneCore) {
  const Kite kite(2.0);
  Exec serial(Backend::serial), tbb(Backend::tbb, 3);
  std::uint64_t hashes[2];
  for (Exec* exec : {&serial, &tbb}) {
    JoinedWorld world(*exec, kite.cloth, cloth_settings(9.81f), kite.bodies, rigid_settings(9.81f));
    run_singly(world, 100);
    hashes[exec == &tbb] = world.state_hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(VertexJointsElsewhere, AreRefused) {
  Exec exec(Backend::serial);
  const Kite kite(1.0);
  JointsModel bodies = kite.bodies;
  const auto refusal = [&] {
    try {
      JoinedWorld world(exec, kite.cloth, cloth_settings(0.0f), bodies, rigid_settings(0.0f));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  bodies.vertex_joints.front().vertex = 64;
  EXPECT_EQ(refusal(), "a joint holds vertex 64 of 'cloth', which has 64 that can be held");
  bodies.vertex_joints.front().system = "solid";
  EXPECT_EQ(refusal(), "a joint holds a vertex of 'solid', but there is no such system here");
}

}  // namespace
}  // namespace limber
