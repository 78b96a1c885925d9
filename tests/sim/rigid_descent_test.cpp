// Augmented vertex block descent against independent mechanics, and compared with the other
// methods.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "tests/each_backend.h"
#include "tests/sim/small_joints.h"

namespace limber {
namespace {

JointsSettings descending(float dt_s, bool touching = false) {
  JointsSettings settings;
  settings.method = "descent";
  settings.dt_s = dt_s;
  if (touching) settings.contact_distance_m = 0.01f;
  return settings;
}

void set_method(World& world, const char* method) {
  parameter_named(world.parameters(), "method").set(method);
  world.parameters_changed();
}

class Descent : public EachBackend {
 protected:
  double open_m(JointsWorld& world) {
    world.request_residuals();
    exec().synchronize();
    return world.residuals().at("joint");
  }
};

/// A rod that falls from the horizontal, against its equation in classical Runge-Kutta steps: the
/// error is of first order, with numerical damping.
TEST_P(Descent, APendulumSwingsAsItsEquationSays) {
  const JointsModel model = chain_along_x(1, 1.0f, glm::dvec3(0.0));
  const double inertia = model.bodies[0].inertia_kg_m2.z + 0.25 * model.bodies[0].mass_kg;
  const double pull = 0.5 * model.bodies[0].mass_kg * g_m_s2 / inertia;
  double angle = 0.0, rate = 0.0;
  constexpr int steps = 20000;
  const double h = 1.0 / steps;
  for (int i = 0; i < steps; ++i) {
    const double a1 = pull * std::cos(angle), v2 = rate + 0.5 * h * a1;
    const double a2 = pull * std::cos(angle + 0.5 * h * rate), v3 = rate + 0.5 * h * a2;
    const double a3 = pull * std::cos(angle + 0.5 * h * v2), v4 = rate + h * a3;
    const double a4 = pull * std::cos(angle + h * v3);
    angle += h / 6.0 * (rate + 2.0 * (v2 + v3) + v4);
    rate += h / 6.0 * (a1 + 2.0 * (a2 + a3) + a4);
  }
  double before = 0.0;
  for (const float dt_s : {0.008f, 0.004f}) {
    JointsWorld world(exec(), model, descending(dt_s));
    run(world, static_cast<int>(std::lround(1.0f / dt_s)));
    const double error = std::abs(angle_of(world.joints().poses()[0]) - angle);
    if (before > 0.0) {
      EXPECT_LT(error, 0.65 * before);
      EXPECT_GT(error, 0.35 * before);
    }
    before = error;
  }
  EXPECT_LT(before, 0.12);
}

/// A free body rotates as with the other methods, and keeps its momentum and angular momentum, even
/// at nearly half a turn per step.
TEST_P(Descent, ABodyThatNothingTouchesKeepsItsSpin) {
  for (const double spin_rad_s : {20.0, 1250.0}) {
    JointsModel model;
    add_box(model, glm::dvec3(0.0), {0.3f, 0.2f, 0.1f});
    model.bodies[0].spin_rad_s = glm::dvec3(0.05, 1.0, -0.15) * spin_rad_s;
    JointsSettings settings = descending(0.002f);
    settings.gravity_m_s2 = 0.0f;
    JointsWorld world(exec(), model, settings);
    const glm::dvec3 before = world.joints().momenta()[0].angular_kg_m2_s;
    run(world, 200);
    settings.method = "cg";
    JointsWorld other(exec(), model, settings);
    run(other, 200);
    EXPECT_LT(glm::distance(world.joints().momenta()[0].angular_kg_m2_s, before),
              1e-11 * glm::length(before));
    EXPECT_NEAR(angle_of(world.joints().poses()[0]), angle_of(other.joints().poses()[0]), 1e-9);
  }
}

/// A chain of links that carries a thousand times a link's mass swings down and up again.
TEST_P(Descent, AChainBearsAThousandTimesItsLinks) {
  JointsModel model = chain_along_x(10, 0.3f, glm::dvec3(0.0));
  model.bodies.back().mass_kg *= 1000.0;
  model.bodies.back().inertia_kg_m2 *= 1000.0;
  JointsWorld world(exec(), model, descending(0.002f));
  double worst_m = 0.0, lowest_m = 0.0;
  for (int i = 0; i < 50; ++i) {
    run(world, 16);
    worst_m = std::max(worst_m, open_m(world));
    lowest_m = std::min(lowest_m, world.joints().poses().back().position_m.y);
  }
  EXPECT_LT(worst_m, 5e-4);
  EXPECT_LT(lowest_m, -2.5) << "it has swung down";
}

/// Twenty boxes on each other, and with one on top that weighs a thousand times as much and more
/// iterations: not quite above each other, so that no stack stands by symmetry.
TEST_P(Descent, StacksStand) {
  for (const double ratio : {1.0, 1000.0})
    for (const unsigned seed : {1u, 2u, 3u}) {
      std::mt19937 engine(seed);
      std::uniform_real_distribution<double> aside(-1e-4, 1e-4);
      JointsModel model;
      for (int i = 0; i < 20; ++i)
        add_box(model, {aside(engine), 0.1 + 0.2 * i, aside(engine)}, glm::vec3(0.2f));
      model.bodies.back().mass_kg *= ratio;
      model.bodies.back().inertia_kg_m2 *= ratio;
      JointsSettings settings = descending(1.0f / 240.0f, true);
      if (ratio > 1.0) settings.descent_iterations = 60;
      JointsWorld world(exec(), model, settings, {slab()});
      double sunk_m = 0.0, aside_m = 0.0;
      for (int k = 0; k < 4; ++k) {
        run(world, 60);
        for (std::size_t b = 0; b < 20; ++b) {
          const glm::dvec3 moved_m =
              world.joints().poses()[b].position_m - model.bodies[b].pose.position_m;
          sunk_m = std::max(sunk_m, std::abs(moved_m.y));
          aside_m = std::max(aside_m, std::hypot(moved_m.x, moved_m.z));
        }
      }
      EXPECT_LT(sunk_m, 4e-4) << ratio << ", seed " << seed;
      EXPECT_LT(aside_m, 1e-3) << ratio << ", seed " << seed;
    }
}

/// A spinning box hits another one. An unconverged descent loses a little momentum: less with every
/// iteration.
TEST_P(Descent, TwoThatCollideKeepMomentumTheMoreTheLongerItDescends) {
  JointsModel model;
  add_box(model, {0.0, 0.0, 0.0}, {0.3f, 0.2f, 0.2f});
  add_box(model, {-0.1, 0.5, 0.03}, {0.2f, 0.15f, 0.25f});
  model.bodies[1].velocity_m_s = {0.35, -1.5, 0.1};
  model.bodies[1].spin_rad_s = {2.0, 1.0, -5.0};
  double lost[2];
  for (const int iterations : {10, 100}) {
    JointsSettings settings = descending(0.002f, true);
    settings.gravity_m_s2 = 0.0f;
    settings.descent_iterations = iterations;
    JointsWorld world(exec(), model, settings);
    const auto total = [&] {
      glm::dvec3 sum(0.0);
      for (const RigidMomentum& momentum : world.joints().momenta()) sum += momentum.linear_kg_m_s;
      return sum;
    };
    const glm::dvec3 before = total();
    run(world, 240);
    const double off = glm::distance(total(), before) / glm::length(before);
    EXPECT_LT(off, iterations == 10 ? 0.06 : 1e-4);
    EXPECT_GT(glm::length(world.joints().momenta()[0].linear_kg_m_s), 1.0) << "they met";
    lost[iterations == 10 ? 0 : 1] = off;
  }
  EXPECT_LT(lost[1], lost[0]);
}

TEST_P(Descent, LimitsMotorsAndSpringsActAlongTheirWay) {
  const double weight_Nm = on_hinge({}).bodies[0].mass_kg * g_m_s2 * 0.5;
  struct Case {
    const char* name;
    JointWay way;
    double wanted_rad, off_rad;
  };
  const double stiffness = 20.0 * weight_Nm;
  const Case cases[] = {
      {"a limit holds it up", {.low = -0.3}, -0.3, 1e-3},
      {"a spring bears it", {.stiffness = stiffness, .damping = 0.05 * stiffness}, -0.05, 1e-3},
      {"a motor lifts it", {.motor_speed = 0.5, .max_motor = 3.0 * weight_Nm}, 0.5, 0.01},
      {"up to a limit", {.high = 0.2, .motor_speed = 0.5, .max_motor = 3.0 * weight_Nm}, 0.2, 1e-3},
      {"a weak motor does not",
       {.low = -0.4, .motor_speed = 0.5, .max_motor = 0.5 * weight_Nm},
       -0.4,
       1e-3}};
  for (const Case& one : cases) {
    const JointsModel model = on_hinge(one.way);
    JointsWorld world(exec(), model, descending(0.005f));
    run(world, 200);
    EXPECT_NEAR(-angle_of(world.joints().poses()[0]), one.wanted_rad, one.off_rad) << one.name;
    EXPECT_LT(open_m(world), 1e-4) << one.name;
  }
}

/// Sliders, universal, fixed and distance joints, attached to each other.
TEST_P(Descent, JointsOfEachKindHold) {
  JointsModel model;
  for (int i = 0; i < 7; ++i) add_box(model, {0.4 * i + 0.2, 0.0, 0.0}, {0.4f, 0.06f, 0.08f});
  const auto at = [](int i) { return glm::dvec3(0.4 * i, 0.0, 0.0); };
  model.joints.push_back(joint_at(model, JointKind::hinge, 0, -1, at(0), {0, 0, 1}));
  model.joints.push_back(joint_at(model, JointKind::fixed, 1, 0, at(1)));
  model.joints.push_back(universal_at(model, 2, 1, at(2), at(2), {0, 1, 0}, {0, 0, 1}));
  model.joints.push_back(joint_at(model, JointKind::slider, 3, 2, at(3), {1, 0, 0}));
  model.joints.back().way = {.low = -0.05, .high = 0.05};
  model.joints.push_back(joint_at(model, JointKind::ball, 4, 3, at(4)));
  model.joints.push_back(joint_between(model, JointKind::distance, 5, 4, at(5), at(5) - 0.1));
  model.joints.push_back(joint_at(model, JointKind::hinge, 6, 5, at(6), {0, 1, 1}));
  JointsWorld world(exec(), model, descending(0.002f));
  double worst_m = 0.0;
  for (int i = 0; i < 40; ++i) {
    run(world, 16);
    worst_m = std::max(worst_m, open_m(world));
  }
  EXPECT_LT(worst_m, 1e-3);
  EXPECT_LT(world.joints().poses().back().position_m.y, -0.5) << "they have swung down";
}

/// Released from the horizontal, the joint of a bob on a massless rod bears 3 m g sin(angle).
TEST_P(Descent, JointsBreakAtTheForceThatIsStated) {
  JointsModel model;
  add_box(model, {1.0, 0.0, 0.0}, {0.02f, 0.02f, 0.02f});
  model.joints.push_back(joint_at(model, JointKind::ball, 0, -1, glm::dvec3(0.0)));
  const double weight_N = model.bodies[0].mass_kg * g_m_s2;
  model.joints[0].breaks_at_N = 2.0 * weight_N;
  JointsWorld world(exec(), model, descending(0.001f));
  for (int i = 0; world.joints().broken()[0] == 0 && i < 500; ++i) world.advance({.steps = 4});
  const glm::dvec3 at_m = world.joints().poses()[0].position_m;
  const double force_N = 3.0 * weight_N * std::sin(std::atan2(-at_m.y, at_m.x));
  EXPECT_NEAR(force_N / (2.0 * weight_N), 1.0, 0.02);
}

TEST_P(Descent, FollowsTheMouse) {
  JointsModel model = chain_along_x(3, 0.3f, {0.0, 1.0, 0.0});
  model.joints.erase(model.joints.begin());  // it is attached to nothing
  JointsWorld world(exec(), model, descending(0.005f));
  world.grab(0);
  const glm::vec3 goal_m(0.6f, 1.4f, 0.2f);
  world.drag_to(goal_m);
  run(world, 400);
  EXPECT_LT(glm::distance(glm::vec3(world.joints().poses()[0].position_m), goal_m), 0.06f);
  EXPECT_LT(open_m(world), 1e-4);
}

/// A chain and a stack keep their state when the method is changed.
TEST_P(Descent, KeepsTheStateAsTheMethodIsChanged) {
  JointsModel model = chain_along_x(5, 0.2f, {-2.0, 2.0, 0.0});
  for (int i = 0; i < 3; ++i) add_box(model, {1.0, 0.1 + 0.2 * i, 0.0}, glm::vec3(0.2f));
  JointsSettings settings = descending(0.002f, true);
  settings.method = "cg";
  JointsWorld world(exec(), model, settings, {slab()});
  JointsWorld same(exec(), model, settings, {slab()});
  for (const char* method : {"descent", "cg", "descent", "cg"}) {
    run(world, 40);
    run(same, 40);
    const std::vector<RigidPose> before = world.joints().poses();
    set_method(world, method);
    const std::vector<RigidPose> after = world.joints().poses();
    for (std::size_t b = 0; b < before.size(); ++b)
      EXPECT_EQ(before[b].position_m, after[b].position_m) << b;
  }
  run(world, 40);
  run(same, 40);
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    EXPECT_LT(
        glm::distance(world.joints().poses()[b].position_m, same.joints().poses()[b].position_m),
        b < 5 ? 0.05 : 1e-3)
        << b;
  EXPECT_LT(open_m(world), 1e-5);
}

/// More mutually connected bodies than colours: some remain uncoloured, which is reported, and
/// their joints still hold.
TEST_P(Descent, BodiesWithoutAColorMoveTooAndAreCounted) {
  JointsModel model;
  constexpr int bodies = max_body_colors + 4;
  for (int i = 0; i < bodies; ++i) {
    const double turn = 2.0 * M_PI * i / bodies;
    add_box(model, {std::cos(turn), 0.2 * (i % 3), std::sin(turn)}, glm::vec3(0.1f));
  }
  for (int i = 0; i < bodies; ++i)
    for (int k = 0; k < i; ++k)
      model.joints.push_back(joint_between(model, JointKind::distance, i, k,
                                           model.bodies[i].pose.position_m,
                                           model.bodies[k].pose.position_m));
  JointsSettings settings = descending(0.004f);
  JointsWorld world(exec(), model, settings, {Collider{.center_m = {0.0f, -0.3f, 0.0f}}});
  run(world, 120);
  EXPECT_LT(open_m(world), 2e-3);
  EXPECT_GE(world.residuals().at("uncolored"), 4.0);
  EXPECT_LE(world.residuals().at("uncolored"), 8.0);
  EXPECT_GT(world.joints().poses()[0].position_m.y, -0.4) << "they lie on the ground";
}

EACH_BACKEND(Descent);

/// The bits do not depend on thread order: bodies in contact or joined have different colours, and
/// the contacts of each are summed in a fixed order.
TEST(DescentSolvers, SerialAndTbbGiveTheSameBits) {
  JointsModel model = chain_along_x(8, 0.15f, {-0.6, 1.6, 0.1});
  for (int i = 0; i < 24; ++i)
    add_box(model, {0.26 * (i % 2) + 0.03 * (i % 5), 0.15 + 0.24 * (i / 4), 0.26 * (i / 2 % 2)},
            glm::vec3(0.2f + 0.01f * static_cast<float>(i % 4)));
  const auto hash_after = [&](Exec& exec) {
    JointsWorld world(exec, model, descending(0.004f, true), {slab()});
    run(world, 64);
    EXPECT_TRUE(world.finite_now());
    return world.state_hash();
  };
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  const auto hash = hash_after(serial);
  EXPECT_EQ(hash, hash_after(tbb));
  EXPECT_EQ(hash, hash_after(tbb));
  // A switch keeps all of the state, and a reset clears it.
  JointsWorld moved(serial, model, descending(0.004f, true), {slab()});
  run(moved, 32);
  moved.switch_to(tbb);
  run(moved, 32);
  EXPECT_EQ(hash, moved.state_hash());
  moved.reset();
  run(moved, 64);
  EXPECT_EQ(hash, moved.state_hash());
}

}  // namespace
}  // namespace limber
