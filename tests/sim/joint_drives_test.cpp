// Sliders, universal joints, limits, springs and motors against closed-form solutions, or
// Runge-Kutta integration in double precision.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "tests/each_backend.h"
#include "tests/sim/small_joints.h"

namespace limber {
namespace {

JointsSettings without_gravity(float dt_s) {
  JointsSettings settings = exact(dt_s);
  settings.gravity_m_s2 = 0.0f;
  return settings;
}

/// A box on a slider along a world axis through its centre.
JointsModel on_rail(const glm::dvec3& axis, const JointWay& way) {
  JointsModel model;
  add_box(model, glm::dvec3(0.0), {0.1f, 0.2f, 0.3f});
  model.joints.push_back(joint_at(model, JointKind::slider, 0, -1, glm::dvec3(0.0), axis));
  model.joints[0].way = way;
  return model;
}

/// Moment of inertia about its end.
double inertia_of_rod(const JointsModel& model) {
  return model.bodies[0].inertia_kg_m2.z + 0.25 * model.bodies[0].mass_kg;
}

double turned_rad(JointsWorld& world, int body = 0) {
  const glm::dvec3 x = rotated(world.joints().poses()[body].quaternion, glm::dvec3(1.0, 0.0, 0.0));
  return std::atan2(x.y, x.x);
}

double spin_of_rod(JointsWorld& world, const JointsModel& model) {
  return world.joints().momenta()[0].angular_kg_m2_s.z / model.bodies[0].inertia_kg_m2.z;
}

TEST(JointRows, AreTheDerivativesOfWhatTheyHold) {
  std::mt19937 random(7);
  const auto number = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  const auto place = [&] { return glm::dvec3(number(), number(), number()); };
  const auto turn = [&] { return glm::normalize(glm::dvec4(place(), number())); };
  for (const JointRowsKind kind :
       {JointRowsKind::point, JointRowsKind::distance, JointRowsKind::axis, JointRowsKind::turn,
        JointRowsKind::slide, JointRowsKind::cross, JointRowsKind::drive_turn,
        JointRowsKind::drive_slide, JointRowsKind::drive_swing}) {
    RigidPose bodies[2] = {{place(), turn()}, {place(), turn()}};
    JointBlock block{.kind = kind,
                     .body_a = 0,
                     .body_b = 1,
                     .at_a_m = place(),
                     .at_b_m = place(),
                     .frame_a = turn(),
                     .frame_b = turn(),
                     .length_m = 0.7};
    const auto frame_of_a_on_b = [&](const glm::dvec4& off) {
      const glm::dvec4 frame =
          quaternion_product(bodies[1].quaternion, quaternion_product(block.frame_b, off));
      const glm::dvec4 q = bodies[0].quaternion;
      block.frame_a = quaternion_product({-q.x, -q.y, -q.z, q.w}, frame);
    };
    // These are the derivatives only if the joint error is zero.
    if (kind == JointRowsKind::axis || kind == JointRowsKind::turn)
      frame_of_a_on_b({0.0, 0.0, 0.0, 1.0});
    if (kind == JointRowsKind::drive_turn)
      frame_of_a_on_b({std::sin(0.9), 0.0, 0.0, std::cos(0.9)});
    JointDrive drive;
    drive.around_m = 2.0 * M_PI * block.length_m;
    const auto error = [&]() -> glm::dvec3 {
      if (is_drive(kind)) return glm::dvec3(joint_coordinate_m(block, drive, bodies[0], bodies[1]));
      return error_of(block, bodies[0], bodies[1]);
    };
    const JointRows rows = rows_of(block, bodies[0], bodies[1]);
    constexpr double step = 1e-5;
    for (int body = 0; body < 2; ++body)
      for (int i = 0; i < 6; ++i) {
        const RigidPose before = bodies[body];
        glm::dvec3 along(0.0), errors[2];
        along[i % 3] = 1.0;
        for (int side = 0; side < 2; ++side) {
          const glm::dvec3 by = along * (side == 0 ? -step : step);
          bodies[body] = before;
          if (i < 3)
            bodies[body].position_m += by;
          else
            bodies[body].quaternion = turned(before.quaternion, by);
          errors[side] = error();
        }
        bodies[body] = before;
        for (int r = 0; r < 3; ++r) {
          const glm::dvec3 row = i >= 3 ? (body == 0 ? rows.angular_a[r] : rows.angular_b[r])
                                        : (body == 0 ? rows.linear_a[r] : -rows.linear_a[r]);
          EXPECT_NEAR(row[i % 3], (errors[1][r] - errors[0][r]) / (2.0 * step), 1e-8)
              << static_cast<int>(kind) << ", body " << body << ", row " << r << ", way " << i;
        }
      }
  }
}

TEST(JointWays, CountTurnsFromTheMiddleOfTheirLimits) {
  const JointBlock block{.kind = JointRowsKind::drive_turn, .length_m = 2.0};
  JointDrive drive;
  drive.around_m = 4.0 * M_PI;
  for (const double middle_rad : {0.0, 1.5, -2.9}) {
    drive.middle_m = 2.0 * middle_rad;
    for (double angle = middle_rad - 3.1; angle < middle_rad + 3.1; angle += 0.13) {
      const RigidPose a{glm::dvec3(0.0), {std::sin(0.5 * angle), 0.0, 0.0, std::cos(0.5 * angle)}};
      EXPECT_NEAR(joint_coordinate_m(block, drive, a, {}), 2.0 * angle, 1e-13);
    }
  }
}

class JointDrives : public EachBackend {};
EACH_BACKEND(JointDrives);

/// Slides down a slope without friction or rotation.
TEST_P(JointDrives, ASliderFallsAlongItsAxis) {
  const glm::dvec3 axis = glm::normalize(glm::dvec3(1.0, -0.5, 0.25));
  JointsModel model;
  add_box(model, {0.3, 0.0, 0.0}, {0.1f, 0.2f, 0.3f});  // off its axis, which would rotate it
  model.joints.push_back(joint_at(model, JointKind::slider, 0, -1, glm::dvec3(0.0), axis));
  JointsWorld world(exec(), model, exact(0.002f));
  run(world, 500);
  const RigidPose pose = world.joints().poses()[0];
  const glm::dvec3 wanted_m = glm::dvec3(0.3, 0.0, 0.0) + axis * (0.5 * 9.81 * -axis.y);
  EXPECT_LT(glm::distance(pose.position_m, wanted_m), 1e-6);
  EXPECT_NEAR(std::abs(pose.quaternion.w), 1.0, 1e-12);
}

/// A rod of one metre from the origin along x, by a joint that lets it swing by so many degrees.
JointsModel swinging(JointKind kind, double swing_deg) {
  JointsModel model;
  add_box(model, {0.5, 0.0, 0.0}, {1.0f, 0.1f, 0.1f});
  const glm::dvec3 x(1.0, 0.0, 0.0), y(0.0, 1.0, 0.0), z(0.0, 0.0, 1.0), origin(0.0);
  model.joints.push_back(kind == JointKind::universal
                             ? universal_at(model, 0, -1, origin, origin, y, z)
                             : joint_at(model, kind, 0, -1, origin, x));
  model.joints[0].way.high = glm::radians(swing_deg);
  return model;
}

/// Falls until the limit bears it, or is thrown up until the limit stops it.
TEST_P(JointDrives, BallsAndUniversalsSwingToTheirLimit) {
  for (const JointKind kind : {JointKind::ball, JointKind::universal})
    for (const char* method : {"cg", "direct", "descent"}) {
      SCOPED_TRACE(testing::Message() << name_of(kind) << " by " << method);
      for (const double limit_deg : {25.0, 110.0}) {
        JointsModel model = swinging(kind, limit_deg);
        // Beyond a right angle it is thrown over.
        if (limit_deg > 90.0) {
          model.bodies[0].spin_rad_s = {0.0, 0.0, 12.0};
          model.bodies[0].velocity_m_s = {0.0, 6.0, 0.0};
        }
        JointsSettings settings = exact(0.002f);
        settings.method = method;
        settings.damping_per_s = 0.5f;
        JointsWorld world(exec(), model, settings);
        const auto swing_deg = [&] {
          const glm::dvec3 axis =
              rotated(world.joints().poses()[0].quaternion, glm::dvec3(1.0, 0.0, 0.0));
          return glm::degrees(std::atan2(glm::length(glm::dvec2(axis.y, axis.z)), axis.x));
        };
        double max_deg = 0.0;
        for (int i = 0; i < 50; ++i) {
          run(world, 8);
          max_deg = std::max(max_deg, swing_deg());
        }
        EXPECT_NEAR(max_deg, limit_deg, limit_deg > 90.0 ? 1.5 : 0.5);
        if (limit_deg > 90.0) continue;
        run(world, 800);
        EXPECT_NEAR(swing_deg(), limit_deg, 0.2);
      }
    }
}

/// A damped mass-spring oscillator matches its solution, to second order.
TEST_P(JointDrives, ASpringSwingsAsItsEquationSays) {
  JointWay way{.rest = 0.3, .stiffness = 400.0, .damping = 5.0};
  for (const char* method : {"cg", "direct"}) {
    double before = 0.0;
    for (const float dt_s : {0.01f, 0.005f}) {
      const JointsModel model = on_rail({0.0, 0.0, 1.0}, way);
      const double m = model.bodies[0].mass_kg, decay = 0.5 * way.damping / m;
      const double swing = std::sqrt(way.stiffness / m - decay * decay), t = 2.0;
      const double wanted_m = 0.3 - 0.3 * std::exp(-decay * t) *
                                        (std::cos(swing * t) + decay / swing * std::sin(swing * t));
      JointsSettings settings = without_gravity(dt_s);
      settings.method = method;
      JointsWorld world(exec(), model, settings);
      run(world, static_cast<int>(std::lround(t / dt_s)));
      const double error = std::abs(world.joints().poses()[0].position_m.z - wanted_m);
      std::printf("spring by %s, dt %g s: %g m off\n", method, dt_s, error);
      EXPECT_LT(error, 100.0 * dt_s * dt_s);
      if (before > 0.0) {
        EXPECT_LT(error, 0.3 * before);
      }
      before = error;
    }
  }
}

/// A spring too stiff for the step keeps its energy and stays stable.
TEST_P(JointDrives, StiffSpringsKeepTheirEnergy) {
  const JointWay way{.rest = 0.1, .stiffness = 1e6};
  const JointsModel model = on_rail({1.0, 0.0, 0.0}, way);
  JointsWorld world(exec(), model, without_gravity(0.01f));
  const double start_J = 0.5 * way.stiffness * 0.01, m = model.bodies[0].mass_kg;
  for (int i = 0; i < 50; ++i) {
    run(world, 20);
    const double stretched_m = world.joints().poses()[0].position_m.x - 0.1;
    const double p = world.joints().momenta()[0].linear_kg_m_s.x;
    EXPECT_NEAR(0.5 * way.stiffness * stretched_m * stretched_m + 0.5 * p * p / m, start_J,
                1e-6 * start_J);
  }
}

/// A rod held by a torsion spring against gravity rests where the torques balance.
TEST_P(JointDrives, AHingesSpringBearsAWeight) {
  const JointWay way{.stiffness = 60.0, .damping = 28.0};
  const JointsModel model = on_hinge(way);
  const double pull = 0.5 * model.bodies[0].mass_kg * 9.81;
  double low = -M_PI / 2.0, high = 0.0;  // stiffness * angle = -pull cos(angle)
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (way.stiffness * middle + pull * std::cos(middle) < 0.0 ? low : high) = middle;
  }
  JointsWorld world(exec(), model, exact(0.005f));
  run(world, 1000);
  std::printf("torsion spring: %g rad off %g\n", turned_rad(world) - low, low);
  EXPECT_NEAR(turned_rad(world), low, 1e-5);
}

/// A rod falls onto its limit, rests there, and leaves it when it is turned round.
TEST_P(JointDrives, LimitsStopAndLetGo) {
  const JointWay way{.low = -0.6, .high = 2.8};
  for (const char* method : {"cg", "direct"}) {
    JointsModel model = on_hinge(way);
    JointsSettings settings = exact(0.002f);
    settings.method = method;
    JointsWorld world(exec(), model, settings);
    run(world, 500);
    EXPECT_NEAR(turned_rad(world), -0.6, 1e-7);
    EXPECT_NEAR(spin_of_rod(world, model), 0.0, 1e-6);
    parameter_named(world.parameters(), "gravity_m_s2").set("-9.81");
    world.parameters_changed();
    // From rest at the limit, it falls as a pendulum.
    const double pull = 0.5 * model.bodies[0].mass_kg * 9.81 / inertia_of_rod(model);
    double angle = -0.6, spin = 0.0;
    for (int i = 0; i < 400000; ++i) {  // midpoint rule
      const double middle = angle + 0.5e-6 * spin;
      spin += 1e-6 * pull * std::cos(middle);
      angle = middle + 0.5e-6 * spin;
    }
    run(world, 200);
    std::printf("limit by %s: leaves it %g rad off\n", method, turned_rad(world) - angle);
    EXPECT_NEAR(turned_rad(world), angle, 2e-4);
    run(world, 1000);
    EXPECT_LT(turned_rad(world), 2.8 + 1e-6);
    EXPECT_TRUE(world.finite_now());
    EXPECT_EQ(world.trouble(), "");
  }
}

/// A slider reaches its limit at the predicted time, not earlier.
TEST_P(JointDrives, LimitsDoNothingBefore) {
  JointsModel model = on_rail({0.0, 1.0, 0.0}, {.low = -0.5, .high = 0.5});
  JointsWorld world(exec(), model, exact(0.001f));
  const int before = static_cast<int>(1000.0 * std::sqrt(2.0 * 0.5 / 9.81)) - 1;
  run(world, before);
  const double t = before * static_cast<double>(0.001f);
  EXPECT_NEAR(world.joints().poses()[0].position_m.y, -0.5 * 9.81 * t * t, 1e-9);
  run(world, 5);
  EXPECT_NEAR(world.joints().poses()[0].position_m.y, -0.5, 1e-9);
  run(world, 100);
  EXPECT_NEAR(world.joints().poses()[0].position_m.y, -0.5, 1e-9);
}

/// A motor accelerates with its maximum torque, then keeps its speed.
TEST_P(JointDrives, AMotorTurnsAsItsTorqueAllows) {
  for (const char* method : {"cg", "direct"}) {
    const JointsModel model = on_hinge({.motor_speed = 3.0, .max_motor = 10.0});
    const double rate = 10.0 / inertia_of_rod(model), until_s = 3.0 / rate;
    JointsSettings settings = without_gravity(0.002f);
    settings.method = method;
    JointsWorld world(exec(), model, settings);
    const int steps = static_cast<int>(0.8 * until_s / 0.002);
    run(world, steps);
    std::printf("motor by %s: %g rad/s and %g rad off\n", method,
                spin_of_rod(world, model) - rate * steps * 0.002,
                turned_rad(world) - 0.5 * rate * std::pow(steps * 0.002, 2));
    EXPECT_NEAR(spin_of_rod(world, model), rate * steps * 0.002, 1e-6);
    EXPECT_NEAR(turned_rad(world), 0.5 * rate * std::pow(steps * 0.002, 2), 1e-5);
    run(world, 2 * steps);
    EXPECT_NEAR(spin_of_rod(world, model), 3.0, 1e-9);
  }
}

/// A brake holds a weight within its force; a heavier one sinks with the net acceleration.
TEST_P(JointDrives, AMotorBearsNoMoreThanItCan) {
  for (const double share : {1.1, 0.7}) {
    JointsModel model = on_rail({0.0, 1.0, 0.0}, {});
    const double m = model.bodies[0].mass_kg;
    model.joints[0].way.max_motor = share * m * 9.81;
    JointsWorld world(exec(), model, exact(0.002f));
    run(world, 500);
    const double wanted_m = share > 1.0 ? 0.0 : -0.5 * (1.0 - share) * 9.81;
    std::printf("brake of %g of the weight: sinks %g m (%g)\n", share,
                world.joints().poses()[0].position_m.y, wanted_m);
    EXPECT_NEAR(world.joints().poses()[0].position_m.y, wanted_m,
                0.005 * std::abs(wanted_m) + 1e-9);
  }
}

/// A motor against a limit: the limit holds, and the motor reverses on command.
TEST_P(JointDrives, AMotorDoesNotPassALimit) {
  const JointsModel model =
      on_hinge({.low = -1.0, .high = 0.5, .motor_speed = 2.0, .max_motor = 1000.0});
  JointsWorld world(exec(), model, exact(0.002f));
  run(world, 1000);
  EXPECT_NEAR(turned_rad(world), 0.5, 1e-6);
  EXPECT_NEAR(spin_of_rod(world, model), 0.0, 1e-6);
}

/// A cardan shaft driven by a motor: ratio cos(bend) / (1 - sin^2 cos^2).
TEST_P(JointDrives, AUniversalJointTurnsAsCardansDo) {
  constexpr double bend = 0.6;
  for (const char* method : {"cg", "direct"}) {
    JointsModel model;
    const glm::dvec3 second(std::cos(bend), std::sin(bend), 0.0);
    add_box(model, {-0.5, 0.0, 0.0}, {1.0f, 0.1f, 0.1f});
    add_box(model, 0.5 * second, {1.0f, 0.1f, 0.1f}, turn_to(second));
    model.joints.push_back(
        joint_at(model, JointKind::hinge, 0, -1, {-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}));
    model.joints[0].way = {.motor_speed = 2.0, .max_motor = 1e4};
    model.joints.push_back(joint_at(model, JointKind::hinge, 1, -1, second, second));
    model.joints.push_back(universal_at(model, 0, 1, glm::dvec3(0.0), glm::dvec3(0.0),
                                        {0.0, 0.0, 1.0},
                                        glm::cross(second, glm::dvec3(0.0, 0.0, 1.0))));
    JointsSettings settings = without_gravity(0.002f);
    settings.method = method;
    JointsWorld world(exec(), model, settings);
    double worst = 0.0, fastest = 0.0;
    for (int i = 0; i < 60; ++i) {
      run(world, 25);
      const auto poses = world.joints().poses();
      const auto momenta = world.joints().momenta();
      const glm::dvec3 z = rotated(poses[0].quaternion, glm::dvec3(0.0, 0.0, 1.0));
      const double angle = std::atan2(-z.y, z.z);
      const double spin =
          glm::dot(momenta[1].angular_kg_m2_s, second) / model.bodies[1].inertia_kg_m2.x;
      const double wanted =
          2.0 * std::cos(bend) / (1.0 - std::pow(std::sin(bend) * std::sin(angle), 2));
      worst = std::max(worst, std::abs(spin - wanted));
      fastest = std::max(fastest, spin);
    }
    std::printf("cardan by %s: %g rad/s off\n", method, worst);
    EXPECT_LT(worst, 1e-4);
    EXPECT_GT(fastest, 2.0 / std::cos(bend) - 0.05);
  }
}

/// Bodies with all kinds of drives, attached only to each other.
JointsModel driven_bodies() {
  JointsModel model;
  for (int i = 0; i < 5; ++i) {
    add_box(model, {0.4 * i, 0.1 * i, 0.0}, {0.3f, 0.2f, 0.1f});
    model.bodies[i].velocity_m_s = {0.1 * i, 0.5 - 0.3 * i, 0.3};
    model.bodies[i].spin_rad_s = {1.0, 0.5 * i, -1.0};
  }
  const auto at = [](int i) { return glm::dvec3(0.4 * i + 0.2, 0.1 * i, 0.0); };
  model.joints.push_back(joint_at(model, JointKind::slider, 0, 1, at(0), {1.0, 0.5, 0.0}));
  model.joints.push_back(universal_at(model, 1, 2, at(1), at(1), {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}));
  model.joints.push_back(joint_at(model, JointKind::hinge, 3, 2, at(2), {0.0, 0.0, 1.0}));
  model.joints.push_back(joint_at(model, JointKind::slider, 3, 4, at(3), {0.0, 0.0, 1.0}));
  model.joints[0].way = {.low = -0.1, .high = 0.2, .stiffness = 300.0};
  model.joints[2].way = {.low = -0.5, .high = 0.5, .motor_speed = 4.0, .max_motor = 0.5};
  model.joints[3].way = {.stiffness = 200.0, .damping = 1.0};
  return model;
}

TEST_P(JointDrives, KeepMomentum) {
  const JointsModel model = driven_bodies();
  JointsWorld world(exec(), model, without_gravity(0.005f));
  const auto sums = [&](glm::dvec3& linear, glm::dvec3& angular) {
    linear = angular = glm::dvec3(0.0);
    const auto poses = world.joints().poses();
    const auto momenta = world.joints().momenta();
    for (std::size_t b = 0; b < poses.size(); ++b) {
      linear += momenta[b].linear_kg_m_s;
      angular +=
          glm::cross(poses[b].position_m, momenta[b].linear_kg_m_s) + momenta[b].angular_kg_m2_s;
    }
  };
  glm::dvec3 linear[2], angular[2];
  sums(linear[0], angular[0]);
  run(world, 1000);
  sums(linear[1], angular[1]);
  std::printf("momentum: off by %g and %g\n", glm::distance(linear[0], linear[1]),
              glm::distance(angular[0], angular[1]) / glm::length(angular[0]));
  EXPECT_LT(glm::distance(linear[0], linear[1]), 1e-9 * glm::length(linear[0]));
  EXPECT_LT(glm::distance(angular[0], angular[1]), 1e-6 * glm::length(angular[0]));
  world.request_residuals();
  exec().synchronize();
  EXPECT_LT(world.residuals().at("joint"), 1e-5);
}

TEST_P(JointDrives, TheGrabPassesNoLimit) {
  for (const char* method : {"cg", "direct"}) {
    JointsSettings settings;
    settings.method = method;
    JointsWorld world(exec(), on_rail({1.0, 0.0, 0.0}, {.low = -0.5, .high = 0.5}), settings);
    world.grab(0);
    for (const float side : {1.0f, -1.0f}) {
      world.drag_to({2.0f * side, 0.0f, 0.0f});
      run(world, 600);
      EXPECT_NEAR(world.joints().poses()[0].position_m.x, 0.5 * static_cast<double>(side), 1e-5);
    }
    world.drag_to({0.1f, 0.0f, 0.0f});
    run(world, 400);
    EXPECT_NEAR(world.joints().poses()[0].position_m.x, 0.1, 0.01) << method;
    EXPECT_EQ(world.trouble(), "");
  }
}

/// A broken joint loses its drive.
TEST_P(JointDrives, BreakWithTheirJoint) {
  JointsModel model =
      on_hinge({.high = 0.3, .stiffness = 50.0, .motor_speed = 9.0, .max_motor = 50.0});
  model.joints[0].breaks_at_N = 1.0;
  JointsWorld world(exec(), model, exact(0.002f));
  run(world, 50);
  const auto before = world.joints().momenta()[0];
  ASSERT_EQ(world.joints().broken()[0], 1);
  run(world, 200);
  EXPECT_NEAR(world.joints().momenta()[0].angular_kg_m2_s.z, before.angular_kg_m2_s.z, 1e-12);
  EXPECT_NEAR(world.joints().momenta()[0].linear_kg_m_s.y,
              before.linear_kg_m_s.y - model.bodies[0].mass_kg * 9.81 * 0.4, 1e-5);
}

/// What bears a weight along a slider loads it: a limit, a spring or a motor.
TEST_P(JointDrives, BreakUnderALoadAlongASlider) {
  const JointWay ways[] = {{.low = 0.0, .high = 1.0},
                           {.stiffness = 1e4, .damping = 490.0},
                           {.motor_speed = 0.0, .max_motor = 1e4}};
  for (const char* method : {"cg", "direct", "descent"})
    for (const JointWay& way : ways)
      for (const double share : {0.95, 1.15}) {  // a critically damped spring bears 1.135 at most
        JointsModel model = on_rail({0.0, 1.0, 0.0}, way);
        model.joints[0].breaks_at_N = share * 9.81 * model.bodies[0].mass_kg;
        JointsSettings settings = exact(0.002f);
        settings.method = method;
        JointsWorld world(exec(), model, settings);
        run(world, 400);
        EXPECT_EQ(world.joints().broken()[0], share < 1.0 ? 1 : 0)
            << method << ", way " << &way - ways << ", " << share;
      }
}

TEST(JointDriveSolvers, SerialAndTbbGiveTheSameBits) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  for (const char* method : {"cg", "direct"}) {
    JointsSettings settings;
    settings.method = method;
    const auto hash = [&](Exec& exec) {
      JointsWorld world(exec, driven_bodies(), settings,
                        {Collider{.center_m = {0.0f, -1.0f, 0.0f}}});
      run(world, 200);
      EXPECT_TRUE(world.finite_now());
      return world.state_hash();
    };
    EXPECT_EQ(hash(serial), hash(tbb)) << method;
    EXPECT_EQ(hash(serial), hash(serial)) << method;
  }
}

}  // namespace
}  // namespace limber
