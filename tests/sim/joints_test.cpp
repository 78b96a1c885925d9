// Articulated bodies against independent mechanics: generalized coordinates with Runge-Kutta steps,
// catenaries, sums over bodies.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/each_backend.h"
#include "tests/sim/small_joints.h"

namespace limber {
namespace {

template <std::size_t N>
using State = std::array<double, N>;

/// Classical fourth-order Runge-Kutta.
template <std::size_t N, class Rate>
State<N> integrated(State<N> y, double time_s, int steps, const Rate& rate) {
  const double h = time_s / steps;
  const auto plus = [](State<N> a, const State<N>& b, double share) {
    for (std::size_t i = 0; i < N; ++i) a[i] += share * b[i];
    return a;
  };
  for (int s = 0; s < steps; ++s) {
    const State<N> k1 = rate(y), k2 = rate(plus(y, k1, 0.5 * h)), k3 = rate(plus(y, k2, 0.5 * h)),
                   k4 = rate(plus(y, k3, h));
    for (std::size_t i = 0; i < N; ++i) y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
  }
  return y;
}

struct BodySums {
  double energy_J = 0.0;
  glm::dvec3 linear{0.0}, angular{0.0};
};

/// Sums over the bodies in their current motion.
BodySums sums_of(const JointsModel& model, JointsSystem& joints, double gravity_m_s2) {
  const auto poses = joints.poses();
  const auto momenta = joints.momenta();
  BodySums sums;
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const RigidBody& body = model.bodies[b];
    const glm::dvec3 p = momenta[b].linear_kg_m_s, l = momenta[b].angular_kg_m2_s;
    const glm::dvec3 in_body = rotated_back(poses[b].quaternion, l);
    sums.energy_J += 0.5 * glm::dot(p, p) / body.mass_kg +
                     0.5 * glm::dot(in_body, in_body / body.inertia_kg_m2) +
                     body.mass_kg * gravity_m_s2 * poses[b].position_m.y;
    sums.linear += p;
    sums.angular += glm::cross(poses[b].position_m, p) + l;
  }
  return sums;
}

/// The largest joint gap, from the poses alone.
double largest_joint_gap_m(const JointsModel& model, const std::vector<RigidPose>& poses) {
  double largest_m = 0.0;
  for (const RigidJoint& joint : model.joints) {
    const auto place = [&](int body, const glm::dvec3& at_m) {
      if (body < 0) return at_m;
      // As a matrix, which the solver does not use.
      const glm::dvec4 q = poses[body].quaternion;
      const glm::dmat3 turn(glm::dvec3(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
                                       2 * (q.x * q.z - q.w * q.y)),
                            glm::dvec3(2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
                                       2 * (q.y * q.z + q.w * q.x)),
                            glm::dvec3(2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
                                       1 - 2 * (q.x * q.x + q.y * q.y)));
      return poses[body].position_m + turn * at_m;
    };
    largest_m = std::max(largest_m, glm::distance(place(joint.body_a, joint.at_a_m),
                                                  place(joint.body_b, joint.at_b_m)));
  }
  return largest_m;
}

class Joints : public EachBackend {};
EACH_BACKEND(Joints);

/// A rod on a ball joint at its end falls from the horizontal.
TEST_P(Joints, APendulumSwingsAsItsEquationSays) {
  const JointsModel model = chain_along_x(1, 1.0f, glm::dvec3(0.0));
  const double inertia =
      model.bodies[0].inertia_kg_m2.z + 0.25 * model.bodies[0].mass_kg;  // about the joint
  const double pull = 0.5 * model.bodies[0].mass_kg * g_m_s2 / inertia;
  const auto end = integrated<2>({0.0, 0.0}, 2.0, 20000, [&](const State<2>& y) {
    return State<2>{y[1], pull * std::cos(y[0])};
  });
  double before = 0.0;
  for (const float dt_s : {0.01f, 0.005f}) {
    JointsWorld world(exec(), model, exact(dt_s));
    run(world, static_cast<int>(std::lround(2.0 / dt_s)));
    const double error = std::abs(angle_of(world.joints().poses()[0]) - end[0]);
    std::printf("pendulum, dt %g s: %g rad off after 2 s\n", dt_s, error);
    EXPECT_LT(error, dt_s < 0.006f ? 4e-4 : 2e-3);
    if (before > 0.0) {
      EXPECT_LT(error, 0.3 * before);  // second order
    }
    before = error;
  }
}

/// A tilted square plate on a spike spins so that it precesses steadily: m g r = W (I3 w3 - I1 W
/// cos tilt), with I1 about the tip (Goldstein, "Classical Mechanics", section 5.7).
TEST_P(Joints, ATopGoesRoundAsItsEquationSays) {
  constexpr double tilt = 0.5, height_m = 0.1, round_rad_s = 3.0;
  const glm::dvec3 up(0.0, 1.0, 0.0), axis(std::sin(tilt), std::cos(tilt), 0.0);
  JointsModel model;
  add_box(model, height_m * axis, {0.2f, 0.04f, 0.2f}, turn_around({0.0, 0.0, 1.0}, -tilt));
  RigidBody& top = model.bodies[0];
  const double about_tip = top.inertia_kg_m2.x + top.mass_kg * height_m * height_m;
  const double spin_rad_s =
      (top.mass_kg * g_m_s2 * height_m / round_rad_s + about_tip * round_rad_s * std::cos(tilt)) /
      top.inertia_kg_m2.y;
  top.spin_rad_s = round_rad_s * up + (spin_rad_s - round_rad_s * std::cos(tilt)) * axis;
  top.velocity_m_s = glm::cross(top.spin_rad_s, top.pose.position_m);
  model.joints.push_back(joint_at(model, JointKind::ball, 0, -1, glm::dvec3(0.0)));
  for (const auto& [method, rad] : {std::pair{"cg", 3e-4}, {"direct", 3e-4}, {"descent", 0.12}}) {
    JointsSettings settings = exact(0.001f);
    settings.method = method;
    JointsWorld world(exec(), model, settings);
    double least = 1.0, most = 0.0;
    for (int tenth = 0; tenth < 10; ++tenth) {
      run(world, 100);
      const glm::dvec3 now = rotated(world.joints().poses()[0].quaternion, up);
      least = std::min(least, std::acos(now.y));
      most = std::max(most, std::acos(now.y));
    }
    const glm::dvec3 now = rotated(world.joints().poses()[0].quaternion, up);
    const double off = std::remainder(std::atan2(-now.z, now.x) - round_rad_s, 2.0 * M_PI);
    std::printf("top by %s: %g rad off after 1 s, tilt %g to %g\n", method, off, least, most);
    EXPECT_NEAR(off, 0.0, rad) << method;
    EXPECT_NEAR(least, tilt, rad) << method;
    EXPECT_NEAR(most, tilt, rad) << method;
  }
}

/// Two rods, the second attached to the first, against the equations of their angles.
TEST_P(Joints, ADoublePendulumSwingsAsItsEquationsSay) {
  const JointsModel model = chain_along_x(2, 0.5f, glm::dvec3(0.0));
  const double m = model.bodies[0].mass_kg, l = 0.5, i = model.bodies[0].inertia_kg_m2.z;
  const auto end = integrated<4>({0.0, 0.0, 0.0, 0.0}, 1.0, 20000, [&](const State<4>& y) {
    const double c = std::cos(y[0] - y[1]), s = std::sin(y[0] - y[1]);
    const double a = i + 1.25 * m * l * l, b = 0.5 * m * l * l * c, d = i + 0.25 * m * l * l;
    const double r1 = 1.5 * m * g_m_s2 * l * std::cos(y[0]) - 0.5 * m * l * l * s * y[3] * y[3];
    const double r2 = 0.5 * m * g_m_s2 * l * std::cos(y[1]) + 0.5 * m * l * l * s * y[2] * y[2];
    const double det = a * d - b * b;
    return State<4>{y[2], y[3], (d * r1 - b * r2) / det, (a * r2 - b * r1) / det};
  });
  for (const char* method : {"cg", "direct"}) {
    JointsSettings settings = exact(0.001f);
    settings.method = method;
    JointsWorld world(exec(), model, settings);
    run(world, 1000);
    const auto poses = world.joints().poses();
    std::printf("double pendulum by %s: %g and %g rad off after 1 s\n", method,
                angle_of(poses[0]) - end[0], angle_of(poses[1]) - end[1]);
    EXPECT_NEAR(std::remainder(angle_of(poses[0]) - end[0], 2.0 * M_PI), 0.0, 2e-4);
    EXPECT_NEAR(std::remainder(angle_of(poses[1]) - end[1], 2.0 * M_PI), 0.0, 2e-4);
    EXPECT_LT(largest_joint_gap_m(model, poses), 1e-9);
  }
}

TEST_P(Joints, KeepEnergyForTenSeconds) {
  JointsModel model = chain_along_x(4, 0.3f, glm::dvec3(0.0));
  model.bodies[3].spin_rad_s = {3.0, 0.0, 0.0};
  JointsWorld world(exec(), model, exact(0.002f));
  const double start_J = sums_of(model, world.joints(), g_m_s2).energy_J;
  const double scale_J = model.bodies[0].mass_kg * g_m_s2 * 4 * 0.6;
  double worst = 0.0;
  for (int second = 0; second < 10; ++second) {
    run(world, 500);
    worst = std::max(worst, std::abs(sums_of(model, world.joints(), g_m_s2).energy_J - start_J));
  }
  std::printf("energy: off by %g of what falls, at most\n", worst / scale_J);
  EXPECT_LT(worst, 0.005 * scale_J);
}

/// A chain with 1,000 and 10,000 times a link's mass at its end: too stiff for steps of this
/// length, it swings like a rod.
TEST_P(Joints, AChainSwingsAThousandTimesItsLinks) {
  constexpr int links = 20;
  constexpr double link_m = 0.1, length_m = links * link_m, start_rad = 0.6, time_s = 2.0;
  for (const char* method : {"cg", "direct"})
    for (const double times : {1e3, 1e4}) {
      JointsModel model = chain_along_x(links, 0.1f, glm::dvec3(0.0));
      const double link_kg = model.bodies[0].mass_kg, weight_kg = times * link_kg;
      const int weight = add_box(model, {length_m, 0.0, 0.0}, glm::vec3(0.1f));
      model.bodies[weight].inertia_kg_m2 *= weight_kg / model.bodies[weight].mass_kg;
      model.bodies[weight].mass_kg = weight_kg;
      model.joints.push_back(
          joint_at(model, JointKind::ball, weight, links - 1, {length_m, 0.0, 0.0}));
      const glm::dvec4 down{0.0, 0.0, -std::sin(0.5 * start_rad), std::cos(0.5 * start_rad)};
      for (RigidBody& body : model.bodies) body.pose = {rotated(down, body.pose.position_m), down};

      const double chain_kg = links * link_kg;
      const double inertia = (weight_kg + chain_kg / 3.0) * length_m * length_m;
      const double torque = (weight_kg + 0.5 * chain_kg) * length_m * g_m_s2;
      const auto end = integrated(State<2>{start_rad, 0.0}, time_s, 4000, [&](const auto& y) {
        return State<2>{y[1], torque / inertia * std::cos(y[0])};
      });
      JointsSettings settings = exact(0.002f);
      settings.method = method;
      JointsWorld world(exec(), model, settings);
      const double start_J = sums_of(model, world.joints(), g_m_s2).energy_J;
      run(world, 1000);
      const auto poses = world.joints().poses();
      const glm::dvec3 at_m = poses[weight].position_m;
      const double swung_J = torque * (1.0 - std::sin(start_rad));
      EXPECT_LT(largest_joint_gap_m(model, poses), 1e-6) << method << times;
      EXPECT_NEAR(std::atan2(-at_m.y, at_m.x), end[0], 0.02) << method << times;
      EXPECT_NEAR(sums_of(model, world.joints(), g_m_s2).energy_J, start_J, 0.04 * swung_J)
          << method << times;
    }
}

/// The grab pulls a weight on a light chain far beyond its reach.
TEST_P(Joints, WhatIsPulledTautHolds) {
  JointsModel model = chain_along_x(30, 0.05f, glm::dvec3(0.0));
  const int weight = add_box(model, {1.5, -0.15, 0.0}, glm::vec3(0.3f));
  model.joints.push_back(joint_at(model, JointKind::ball, weight, 29, {1.5, 0.0, 0.0}));
  JointsSettings settings;
  settings.dt_s = 0.004f;
  settings.cg_iterations = 100;
  settings.predictions = 5;
  JointsWorld world(exec(), model, settings);
  world.grab(weight);
  double worst_m = 0.0;
  for (const glm::vec3& goal_m :
       {glm::vec3(3.0f, 2.0f, 1.0f), glm::vec3(-2.0f, 3.0f, 0.0f), glm::vec3(0.0f, -4.0f, -2.0f)}) {
    world.drag_to(goal_m);
    run(world, 250);
    worst_m = std::max(worst_m, largest_joint_gap_m(model, world.joints().poses()));
    // Towards the mouse, as far as the chain permits.
    EXPECT_GT(glm::length(world.joints().poses()[weight].position_m), 1.5);
  }
  EXPECT_LT(worst_m, 1e-4);
}

/// Bodies with all kinds of joints, attached only to each other.
JointsModel tumbling() {
  JointsModel model;
  for (int i = 0; i < 5; ++i) {
    add_box(model, {0.4 * i, 0.1 * i, 0.0}, {0.3f, 0.2f, 0.1f});
    model.bodies[i].velocity_m_s = {0.1 * i, 1.0 - i, 0.3};
    model.bodies[i].spin_rad_s = {1.0, 0.5 * i, -2.0};
  }
  const JointKind kinds[] = {JointKind::ball, JointKind::hinge, JointKind::fixed,
                             JointKind::distance};
  for (int i = 0; i < 4; ++i)
    model.joints.push_back(joint_between(model, kinds[i], i, i + 1, {0.4 * i + 0.2, 0.1 * i, 0.0},
                                         {0.4 * i + 0.2, 0.1 * i + (i == 3 ? 0.2 : 0.0), 0.0},
                                         {0.0, 1.0, 1.0}));
  return model;
}

TEST_P(Joints, KeepMomentumForTenSeconds) {
  const JointsModel model = tumbling();
  JointsSettings settings = exact(0.005f);
  settings.gravity_m_s2 = 0.0f;
  JointsWorld world(exec(), model, settings);
  const BodySums start = sums_of(model, world.joints(), 0.0);
  run(world, 8);  // joints have come to rest
  const double energy_J = sums_of(model, world.joints(), 0.0).energy_J;
  run(world, 1992);
  const BodySums end = sums_of(model, world.joints(), 0.0);
  EXPECT_LT(glm::distance(start.linear, end.linear), 1e-9 * glm::length(start.linear));
  EXPECT_LT(glm::distance(start.angular, end.angular), 1e-6 * glm::length(start.angular));
  EXPECT_NEAR(end.energy_J, energy_J, 0.005 * energy_J);
}

/// A hinge leaves one rotation free, a fixed joint none, a distance joint keeps its distance.
TEST_P(Joints, OfEachKindHoldWhatTheyAreToHold) {
  const JointsModel model = tumbling();
  JointsWorld world(exec(), model, exact(0.005f));
  run(world, 400);
  const auto poses = world.joints().poses();
  EXPECT_LT(glm::length(model.bodies[0].pose.position_m - poses[0].position_m), 60.0);
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const RigidJoint& joint = model.joints[j];
    const RigidPose &a = poses[joint.body_a], &b = poses[joint.body_b];
    const glm::dvec3 apart = a.position_m + rotated(a.quaternion, joint.at_a_m) - b.position_m -
                             rotated(b.quaternion, joint.at_b_m);
    EXPECT_NEAR(glm::length(apart), joint.kind == JointKind::distance ? 0.2 : 0.0, 1e-6) << j;
    const glm::dvec3 axis = glm::normalize(glm::dvec3(0.0, 1.0, 1.0));
    const glm::dvec3 of_a = rotated(a.quaternion, axis), of_b = rotated(b.quaternion, axis);
    if (joint.kind == JointKind::hinge || joint.kind == JointKind::fixed) {
      EXPECT_LT(glm::distance(of_a, of_b), 1e-5) << j;
    }
    const double same = std::abs(glm::dot(a.quaternion, b.quaternion));
    if (joint.kind == JointKind::fixed) {
      EXPECT_NEAR(same, 1.0, 1e-9);
    }
    if (joint.kind == JointKind::hinge || joint.kind == JointKind::ball) {
      EXPECT_LT(same, 0.999);
    }
  }
}

/// 100 links between two points hang in a catenary, the limit of short links.
TEST(Joints, AChainHangsAsACatenary) {
  constexpr int links = 100;
  constexpr double wide_m = 6.0, long_m = 8.0;
  // cosh: wide = 2 a asinh(long / (2 a)), by bisection.
  double low = 0.1, high = 10.0;
  for (int i = 0; i < 100; ++i) {
    const double a = 0.5 * (low + high);
    (2.0 * a * std::asinh(0.5 * long_m / a) < wide_m ? low : high) = a;
  }
  const double a_m = low;
  JointsModel model;
  // An inverted roof shape.
  const double link_m = long_m / links,
               deep_m = std::sqrt(0.25 * (long_m * long_m - wide_m * wide_m));
  const glm::dvec3 down = glm::normalize(glm::dvec3(0.5 * wide_m, -deep_m, 0.0));
  const glm::dvec3 up(down.x, -down.y, 0.0);
  glm::dvec3 at_m(-0.5 * wide_m, 0.0, 0.0);
  for (int i = 0; i < links; ++i) {
    const glm::dvec3 along = i < links / 2 ? down : up;
    add_box(model, at_m + 0.5 * link_m * along, {static_cast<float>(link_m), 0.02f, 0.02f},
            turn_to(along));
    model.joints.push_back(joint_at(model, JointKind::ball, i, i - 1, at_m));
    at_m += link_m * along;
  }
  model.joints.push_back(joint_at(model, JointKind::ball, links - 1, -1, at_m));
  JointsSettings settings;
  settings.dt_s = 0.005f;
  settings.damping_per_s = 4.0f;
  Exec exec(Backend::serial);
  JointsWorld world(exec, model, settings);
  run(world, 1600);
  const auto poses = world.joints().poses();
  double worst_m = 0.0;
  for (const RigidPose& pose : poses) {
    const double y_m = a_m * (std::cosh(pose.position_m.x / a_m) - std::cosh(0.5 * wide_m / a_m));
    worst_m = std::max(worst_m, std::abs(pose.position_m.y - y_m));
  }
  std::printf("catenary: %g m off, joints open by %g m\n", worst_m,
              largest_joint_gap_m(model, poses));
  EXPECT_LT(worst_m, 0.002);
  EXPECT_LT(largest_joint_gap_m(model, poses), 1e-6);
}

/// Released from the horizontal, the joint of a bob on a massless rod bears 3 m g sin(angle).
TEST_P(Joints, BreakAtTheForceThatIsStated) {
  JointsModel model;
  add_box(model, {1.0, 0.0, 0.0}, {0.02f, 0.02f, 0.02f});
  model.joints.push_back(joint_at(model, JointKind::ball, 0, -1, glm::dvec3(0.0)));
  const double weight_N = model.bodies[0].mass_kg * g_m_s2;
  model.joints[0].breaks_at_N = 2.0 * weight_N;
  const double angle = std::asin(2.0 / 3.0);
  JointsWorld world(exec(), model, exact(0.001f));
  int steps = 0;
  for (; world.joints().broken()[0] == 0 && steps < 2000; ++steps) world.advance({.steps = 1});
  const glm::dvec3 at_m = world.joints().poses()[0].position_m;
  const double force_N = 3.0 * weight_N * std::sin(std::atan2(-at_m.y, at_m.x));
  std::printf("broke at %g of its force, %g rad (%g)\n", force_N / (2.0 * weight_N),
              std::atan2(-at_m.y, at_m.x), angle);
  EXPECT_NEAR(force_N / (2.0 * weight_N), 1.0, 0.02);
  world.request_residuals();
  exec().synchronize();
  EXPECT_EQ(world.residuals().at("broken"), 1.0);
  run(world, 200);  // and then it falls
  EXPECT_GT(glm::length(world.joints().poses()[0].position_m), 1.05);
}

/// A dragged body reaches the grab's target, with everything attached to it.
TEST_P(Joints, FollowTheMouse) {
  JointsModel model = chain_along_x(3, 0.3f, {0.0, 1.0, 0.0});
  model.joints.erase(model.joints.begin());  // it is attached to nothing
  JointsWorld world(exec(), model, {});
  world.grab(0);
  const glm::vec3 goal_m(0.6f, 1.4f, 0.2f);
  world.drag_to(goal_m);
  run(world, 600);
  EXPECT_LT(glm::distance(glm::vec3(world.joints().poses()[0].position_m), goal_m), 0.03f);
  world.release(true);
  run(world, 100);
  EXPECT_EQ(world.pinned_vertices().size(), 1u);
  EXPECT_LT(glm::distance(glm::vec3(world.joints().poses()[0].position_m), goal_m), 0.03f);
  world.reset();
  EXPECT_TRUE(world.pinned_vertices().empty());
  run(world, 100);
  EXPECT_LT(world.joints().poses()[0].position_m.y, 0.5);
}

/// A box on a slope, with point contacts only.
TEST_P(Joints, BoxesRubOnSlopes) {
  for (const char* method : {"cg", "descent"})
    for (const Slope& slope : all_slopes({0.0f, 0.5f, 0.8f, 1.5f})) {
      SCOPED_TRACE(method);
      JointsSettings settings;
      settings.method = method;
      settings.friction = slope.friction();
      JointsWorld world(exec(), box_on(slope), settings, {slope.box()});
      expect_coulomb(slope, slide(world, 20, 40, [&] { return box_down_m(slope, world); }));
    }
}

/// A table on four legs fixed to the ground: a loop with redundant joints.
JointsModel table() {
  JointsModel model;
  add_box(model, {0.0, 0.55, 0.0}, {1.0f, 0.1f, 1.0f});
  for (int i = 0; i < 4; ++i) {
    const glm::dvec3 at_m(i % 2 == 0 ? -0.4 : 0.4, 0.25, i / 2 == 0 ? -0.4 : 0.4);
    add_box(model, at_m, {0.1f, 0.5f, 0.1f});
    model.joints.push_back(
        joint_at(model, JointKind::fixed, i + 1, 0, at_m + glm::dvec3(0.0, 0.25, 0.0)));
    model.joints.push_back(
        joint_at(model, JointKind::fixed, i + 1, -1, at_m - glm::dvec3(0.0, 0.25, 0.0)));
  }
  return model;
}

TEST_P(Joints, LoopsWithJointsToSpareHold) {
  const JointsModel model = table();
  JointsWorld world(exec(), model, {});
  run(world, 200);
  EXPECT_TRUE(world.finite_now());
  EXPECT_LT(largest_joint_gap_m(model, world.joints().poses()), 1e-6);
  EXPECT_NEAR(world.joints().poses()[0].position_m.y, 0.55, 1e-5);
  EXPECT_EQ(world.trouble(), "");
}

/// A box attached to two points too far apart: the joints hold, which is reported, or break.
TEST_P(Joints, ThatCannotHoldAreToldOrBreak) {
  JointsModel model;
  add_box(model, glm::dvec3(0.0), {1.0f, 0.2f, 0.2f});
  for (const double side : {-0.5, 0.5})
    model.joints.push_back(
        joint_between(model, JointKind::ball, 0, -1, {side, 0.0, 0.0}, {1.1 * side, 0.0, 0.0}));
  JointsWorld world(exec(), model, {});
  run(world, 100);
  world.request_residuals();
  exec().synchronize();
  EXPECT_TRUE(world.finite_now());
  EXPECT_LT(glm::length(world.joints().poses()[0].position_m), 0.1);
  EXPECT_TRUE(world.trouble().starts_with("a ball, number ")) << world.trouble();
  for (RigidJoint& joint : model.joints) joint.breaks_at_N = 1e5;
  JointsWorld weaker(exec(), model, {});
  run(weaker, 100);
  EXPECT_EQ(weaker.joints().broken(), (std::vector<int>{1, 1}));
}

std::uint64_t hash_after(Exec& exec, const JointsModel& model, int steps,
                         const char* method = "cg") {
  JointsSettings settings;
  settings.method = method;
  JointsWorld world(exec, model, settings, {Collider{.center_m = {0.0f, -1.0f, 0.0f}}});
  run(world, steps);
  return world.state_hash();
}

TEST(JointsSolvers, SerialAndTbbGiveTheSameBitsAndDoSoAgain) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  for (const JointsModel& model : {tumbling(), chain_along_x(40, 0.1f, glm::dvec3(0.0))})
    for (const char* method : {"cg", "direct"}) {
      const auto hash = hash_after(serial, model, 200, method);
      EXPECT_EQ(hash, hash_after(tbb, model, 200, method));
      EXPECT_EQ(hash, hash_after(serial, model, 200, method));
    }
}

TEST(JointsSolvers, SwitchingKeepsTheState) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  JointsWorld world(serial, tumbling(), {});
  run(world, 40);
  const auto hash = world.state_hash();
  world.switch_to(tbb);
  EXPECT_EQ(world.state_hash(), hash);
  run(world, 40);
  EXPECT_EQ(world.state_hash(), [&] {
    JointsWorld whole(serial, tumbling(), {});
    run(whole, 80);
    return whole.state_hash();
  }());
}

/// All layouts and methods find the same impulses.
TEST(JointsSolvers, LayoutsAndMethodsAgree) {
  Exec exec(Backend::serial);
  const JointsModel model = chain_along_x(10, 0.2f, glm::dvec3(0.0));
  std::vector<glm::dvec3> ends_m;
  for (const char* layout : {"bin_csr", "bin_bcsr", "block_sell"})
    for (const char* method : {"plain", "merged"}) {
      JointsSettings settings = exact(0.005f);
      settings.layout = layout;
      settings.cg_method = method;
      JointsWorld world(exec, model, settings);
      run(world, 100);
      ends_m.push_back(world.joints().poses().back().position_m);
    }
  for (const glm::dvec3& end_m : ends_m) EXPECT_LT(glm::distance(end_m, ends_m.front()), 1e-6);
}

}  // namespace
}  // namespace limber
