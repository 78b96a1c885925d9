// Rotating colliders: their poses, what they push, and how they are drawn.

#include <gtest/gtest.h>

#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

class TurningColliders : public EachBackend {};

/// A turnstile: a blade rotating about the vertical axis through the origin, half a turn per
/// second, and a ball on the ground in its way.
Placed<PilesModel> turnstile() {
  Placed<PilesModel> model = small_kinds();
  PileBody ball;
  ball.pose.position_m = {0.6f, 0.5f * ball_diameter_m, -0.3f};
  model.bodies = {ball};
  model.colliders = {Collider{}, Collider{.shape = ColliderShape::box,
                                          .center_m = {0.5f, 0.2f, 0.0f},
                                          .half_size_m = {0.5f, 0.2f, 0.02f},
                                          .turn_rad_s = pi,
                                          .off_axis_m = {0.5f, 0.0f, 0.0f}}};
  StaticMesh corner;
  corner.positions_m = {{0.5f, 0.0f, 0.0f}};
  model.drawn = {{1, corner}};
  return model;
}

PublishedVertex blade_of(PilesWorld& simulation, const Exec& exec, float blend = 1.0f,
                         int steps = 0) {
  const int vertices = simulation.draw_list().vertex_count;
  Buffer<PublishedVertex> out(exec, vertices);
  simulation.advance({.steps = steps, .blend = blend, .publish = out.view()});
  return out.download(exec)[vertices - 1];
}

/// The far end of the blade, from its published pose.
glm::vec3 tip_m(const PublishedVertex& v) {
  return v.position_m + rotated(glm::vec4(v.normal, v.quaternion_w), glm::vec3(0.5f, 0.0f, 0.0f));
}

TEST_P(TurningColliders, AreWhereTheyAreSeenAndPushWhatTheyMeet) {
  PilesWorld simulation(exec(), turnstile(), PilesSettings{});
  ASSERT_EQ(simulation.draw_list().moving_scenery.size(), 1u);
  EXPECT_EQ(simulation.draw_list().moving_scenery[0].first_vertex,
            simulation.draw_list().vertex_count - 1);
  run(simulation, 1000);  // a quarter of a turn: from x to -z
  EXPECT_LT(glm::distance(tip_m(blade_of(simulation, exec())), {0.0f, 0.2f, -1.0f}), 1e-3f);
  run(simulation, 1000);
  EXPECT_LT(glm::distance(tip_m(blade_of(simulation, exec())), {-1.0f, 0.2f, 0.0f}), 1e-3f);
  // The blade has swept the ball along; it is on the side not swept yet.
  const glm::vec3 at_m = simulation.poses()[0].position_m;
  EXPECT_TRUE(at_m.z > 0.0f || glm::length(at_m) > 1.0f) << at_m.x << " " << at_m.z;
  EXPECT_LT(glm::length(glm::vec3(simulation.momenta()[0].linear_kg_m_s)), 5.0f);
  EXPECT_GT(glm::length(glm::vec3(simulation.momenta()[0].linear_kg_m_s)), 1.0f);
}

/// The same turnstile as a plate with horizontal local y: it rotates about its axis of rotation,
/// not its local y.
TEST_P(TurningColliders, MayTurnAboutAnotherAxisThanTheirOwn) {
  Placed<PilesModel> model = turnstile();
  Collider& blade = model.colliders[1];
  blade.axes = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -1.0f}, {0.0f, 1.0f, 0.0f}};
  std::swap(blade.half_size_m.y, blade.half_size_m.z);
  blade.turn_axis = {0.0f, 0.0f, 1.0f};
  PilesWorld simulation(exec(), model, PilesSettings{}), upright(exec(), turnstile(), {});
  run(simulation, 1000);
  run(upright, 1000);
  EXPECT_LT(glm::distance(tip_m(blade_of(simulation, exec())), {0.0f, 0.2f, -1.0f}), 1e-3f);
  EXPECT_LT(glm::distance(simulation.poses()[0].position_m, upright.poses()[0].position_m), 1e-3f);
  EXPECT_LT(simulation.poses()[0].position_m.z, -0.5f) << "the blade has pushed it";
}

TEST_P(TurningColliders, AreShownBetweenStepsAndStartAnew) {
  PilesSettings settings;
  settings.dt_s = 0.01f;
  PilesWorld simulation(exec(), turnstile(), settings);
  const float angle_rad = pi * 0.01f * 2.5f;
  const glm::vec3 halfway(std::cos(angle_rad), 0.2f, -std::sin(angle_rad));
  EXPECT_LT(glm::distance(tip_m(blade_of(simulation, exec(), 0.5f, 3)), halfway), 1e-5f);
  simulation.reset();
  EXPECT_EQ(tip_m(blade_of(simulation, exec())), glm::vec3(1.0f, 0.2f, 0.0f));
  // A ball at the blade's initial pose, to which the reset returns it, is pushed at once.
  run(simulation, 8);
  PilesWorld fresh(exec(), turnstile(), settings);
  run(fresh, 8);
  EXPECT_EQ(simulation.state_hash(), fresh.state_hash());
}

EACH_BACKEND(TurningColliders);

TEST(TurningCollidersSolvers, TbbGivesTheBitsOfSerialAcrossASwitch) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  PilesWorld reference(serial, turnstile(), PilesSettings{}),
      other(serial, turnstile(), PilesSettings{});
  run(reference, 1600);
  run(other, 800);
  other.switch_to(tbb);
  run(other, 800);
  EXPECT_EQ(reference.state_hash(), other.state_hash());
}

}  // namespace
}  // namespace limber
