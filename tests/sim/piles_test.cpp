// Dynamics of rigid bodies of spheres: contacts, friction, rotation and the grab, on every backend.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/error.h"
#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

class Piles : public EachBackend {};

/// [Schwager07]: a contact that never pulls lasts 2 acos(z) / (w sqrt(1 - z^2)).
TEST_P(Piles, TwoBallsMeetAsASpringAndADashpotDo) {
  for (const float restitution : {0.2f, 0.5f, 0.8f, 1.0f}) {
    Placed<PilesModel> model = small_kinds();
    model.bodies = {ball_at({-0.0505f, 0, 0}, {1, 0, 0}), ball_at({0.0505f, 0, 0}, {-1, 0, 0})};
    PilesSettings settings = weightless();
    settings.restitution = restitution;
    settings.stiffness_N_m = 5000.0f;
    settings.dt_s = 5e-5f;
    PilesWorld simulation(exec(), model, settings);
    int pushed = 0;  // steps with a contact force
    float last_m_s = 1.0f;
    for (int step = 0; step < 1600; ++step) {
      run(simulation, 1);
      const float now_m_s = velocity_m_s(simulation, model, 0).x;
      pushed += now_m_s != last_m_s;
      last_m_s = now_m_s;
    }
    const double w = std::sqrt(5000.0 / 0.5), z = damping_ratio_of(restitution);
    const double lasts_s = 2.0 * std::acos(z) / (w * std::sqrt(1.0 - z * z));
    EXPECT_NEAR(pushed * 5e-5, lasts_s, 0.02 * lasts_s) << restitution;
    EXPECT_NEAR(last_m_s, -restitution, 0.01f);
    EXPECT_NEAR(std::exp(-2.0 * z * std::acos(z) / std::sqrt(1.0 - z * z)), restitution, 1e-6);
  }
}

TEST_P(Piles, MomentaAreKept) {
  PilesWorld simulation(exec(), thrown_together(), weightless());
  const Momenta before = total_of(simulation);
  double max_contacts = 0.0;
  for (int i = 0; i < 10; ++i) {
    run(simulation, 100);
    max_contacts = std::max(max_contacts, residual(simulation, exec(), "overlap"));
  }
  const Momenta after = total_of(simulation);
  EXPECT_GT(max_contacts, 1e-3) << "nothing has met";
  EXPECT_LT(glm::distance(before.linear, after.linear), 1e-4 * 64.0);
  EXPECT_LT(glm::distance(before.angular, after.angular), 1e-4 * 64.0);
}

TEST_P(Piles, ABlockSlidesAsCoulombSaysOrStays) {
  for (const Slope& slope : all_slopes({0.5f, 0.8f, 1.1f, 1.5f})) {
    PilesSettings settings;
    settings.damping_per_s = 0.0f;
    settings.friction = slope.friction();
    expect_plate_slides(exec(), slope, settings);
  }
}

/// The paper's shear force is a dashpot: bodies held by it creep.
TEST_P(Piles, WithoutShearSpringsABlockCreeps) {
  PilesSettings settings;
  settings.damping_per_s = 0.0f;
  settings.shear_spring = 0.0f;
  Placed<PilesModel> model = plate_on({.angle_deg = 17.0f});
  PilesWorld simulation(exec(), model, settings);
  run(simulation, 1000);
  const glm::vec3 at_m = simulation.poses()[0].position_m;
  run(simulation, 1000);
  EXPECT_GT(glm::distance(simulation.poses()[0].position_m, at_m), 1e-3f);
}

double kinetic_energy_J(PilesWorld& simulation, const SphereBody& body) {
  const Pose pose = simulation.poses()[0];
  const glm::dvec3 l(rotated_back(pose.quaternion, simulation.momenta()[0].angular_kg_m2_s));
  return 0.5 * glm::dot(l / glm::dvec3(body.inertia_kg_m2), l);
}

/// Ten seconds of rotation about the intermediate axis, which flips repeatedly.
TEST_P(Piles, AFreeBodyTumblesAndKeepsItsEnergy) {
  Placed<PilesModel> model = small_kinds();
  const SphereBody& lump = model.kinds[3].body;
  PileBody body{.kind = 3};
  body.spin_rad_s = {0.3f, 0.3f, 0.3f};
  int middle = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (lump.inertia_kg_m2[axis] >
            std::min({lump.inertia_kg_m2.x, lump.inertia_kg_m2.y, lump.inertia_kg_m2.z}) &&
        lump.inertia_kg_m2[axis] <
            std::max({lump.inertia_kg_m2.x, lump.inertia_kg_m2.y, lump.inertia_kg_m2.z}))
      middle = axis;
  body.spin_rad_s[middle] = 20.0f;
  model.bodies = {body};
  PilesSettings settings = weightless();
  settings.dt_s = 0.002f;
  PilesWorld simulation(exec(), model, settings);
  const double before_J = kinetic_energy_J(simulation, lump);
  const glm::vec3 momentum = simulation.momenta()[0].angular_kg_m2_s;
  float least = 1.0f;  // cosine between the intermediate axis and its start
  const glm::vec3 axis(middle == 0, middle == 1, middle == 2);
  for (int i = 0; i < 100; ++i) {
    run(simulation, 50);
    const glm::vec4 q = simulation.poses()[0].quaternion;
    ASSERT_NEAR(glm::length(q), 1.0f, 1e-6f);
    least = std::min(least, rotated(q, axis)[middle]);
    EXPECT_NEAR(kinetic_energy_J(simulation, lump), before_J, 0.01 * before_J);
  }
  EXPECT_LT(least, -0.8f) << "it never turned over";
  EXPECT_EQ(simulation.momenta()[0].angular_kg_m2_s, momentum);
}

/// v = g t at every step, and no rotation.
TEST_P(Piles, FallsFreely) {
  Placed<PilesModel> model = small_kinds();
  model.bodies = {PileBody{.kind = 3}};
  PilesSettings settings;
  settings.damping_per_s = 0.0f;
  settings.dt_s = 0.001f;
  PilesWorld simulation(exec(), model, settings);
  run(simulation, 500);
  EXPECT_NEAR(simulation.poses()[0].position_m.y, -9.81f * 1e-6f * 500 * 501 / 2, 1e-3f);
  EXPECT_EQ(simulation.poses()[0].quaternion, glm::vec4(0, 0, 0, 1));
}

void expect_at_rest(PilesWorld& simulation, Exec& exec, float speed_m_s) {
  ASSERT_TRUE(simulation.finite_now());
  EXPECT_LT(residual(simulation, exec, "speed"), speed_m_s);
  EXPECT_LT(residual(simulation, exec, "overlap"), 0.05);
  for (const glm::vec3& x : simulation.positions_m()) {
    ASSERT_GT(x.y, 0.4f * ball_diameter_m) << "below the ground";
  }
}

void expect_within_walls(PilesWorld& simulation) {
  for (const glm::vec3& x : simulation.positions_m())
    ASSERT_LT(std::max(std::abs(x.x), std::abs(x.z)), 0.7f - 0.4f * ball_diameter_m);
}

TEST_P(Piles, ComesToRestInABox) {
  PilesWorld simulation(exec(), boxed_pile(5, 0.28f), PilesSettings{});
  run(simulation, 8000);
  expect_at_rest(simulation, exec(), 0.01f);
  expect_within_walls(simulation);
}

/// All of its spheres touch the ground at the same time, each with its spring and damper.
TEST_P(Piles, ABodyOnAWideFaceComesToRest) {
  std::vector<glm::vec3> centers_m;
  for (int i = 0; i < 100; ++i) centers_m.push_back(ball_diameter_m * glm::vec3(i % 10, 0, i / 10));
  Placed<PilesModel> model;
  model.kinds = {{body_of_spheres(centers_m, ball_diameter_m, 50.0f, "plate"), {}, true}};
  model.bodies = {ball_at({0.0f, 0.501f * ball_diameter_m, 0.0f})};
  model.colliders = {Collider{}};
  PilesSettings settings;
  settings.restitution = 0.1f;
  PilesWorld simulation(exec(), model, settings);
  for (int i = 0; i < 20; ++i) {
    run(simulation, 50);
    ASSERT_LT(velocity_m_s(simulation, model, 0).y, 0.05f) << "thrown up after " << 50 * i;
  }
  expect_at_rest(simulation, exec(), 0.001f);
}

TEST_P(Piles, WhatStartsInsideOfEachOtherCalmsDown) {
  Placed<PilesModel> model =
      small_pile(3, {0.0f, 0.3f, 0.0f}, 0.1f);  // of bodies two to four times as wide
  model.colliders = {Collider{}};
  PilesWorld simulation(exec(), model, PilesSettings{});
  run(simulation, 34000);
  expect_at_rest(simulation, exec(), 0.01f);
}

/// Cubes of 125 spheres at nearly the same position: each sphere has dozens of deep contacts.
TEST_P(Piles, WhatStartsInsideOfEachOtherIsNotShotOut) {
  if (GetParam() == Backend::tbb) GTEST_SKIP() << "ends in the bits of one core";
  std::vector<glm::vec3> centers_m;
  for (int i = 0; i < 125; ++i)
    centers_m.push_back(ball_diameter_m * glm::vec3(i % 5, i / 5 % 5, i / 25));
  Placed<PilesModel> model;
  model.kinds = {{body_of_spheres(centers_m, ball_diameter_m, 60.0f, "cube"), {}}};
  for (int b = 0; b < 8; ++b) {
    PileBody body = ball_at(0.03f * glm::vec3(b & 1, b >> 1 & 1, b >> 2));
    body.pose.quaternion = unit_quaternion({0.1f * static_cast<float>(b), 0.2f, 0.0f, 1.0f});
    model.bodies.push_back(body);
  }
  PilesWorld simulation(exec(), model, weightless());
  float fastest_m_s = 0.0f;
  for (int i = 0; i < 200; ++i) {
    run(simulation, 8);
    for (int b = 0; b < 8; ++b)
      fastest_m_s = std::max(fastest_m_s, glm::length(velocity_m_s(simulation, model, b)));
  }
  ASSERT_TRUE(simulation.finite_now());
  EXPECT_LT(fastest_m_s, 3.0f);
  EXPECT_GT(fastest_m_s, 0.2f) << "they do part";
}

/// Thirteen balls at nearly the same position, each with a dozen deep contacts, and 23 in an
/// irregular cluster, whose inner ones have more.
TEST_P(Piles, ClustersOfBallsAreNotShotOut) {
  for (const auto& [balls, step_m] : {std::pair{13, 0.02f}, {23, 0.04f}}) {
    Placed<PilesModel> model = small_kinds();
    for (int i = 0; i < balls; ++i)
      model.bodies.push_back(ball_at(step_m * glm::vec3(i % 3, i / 3 % 3, i / 9)));
    PilesWorld simulation(exec(), model, weightless());
    float fastest_m_s = 0.0f;
    for (int i = 0; i < 100; ++i) {
      run(simulation, 8);
      for (int b = 0; b < balls; ++b)
        fastest_m_s = std::max(fastest_m_s, glm::length(velocity_m_s(simulation, model, b)));
    }
    EXPECT_LT(fastest_m_s, 5.0f);  // 10 without mass splitting
    EXPECT_GT(fastest_m_s, 0.2f) << "they do part";
    EXPECT_LT(glm::length(total_of(simulation).linear), 1e-5);
  }
}

/// At exactly the same position: no direction is preferred.
TEST_P(Piles, TwoBallsAtTheSamePlacePart) {
  Placed<PilesModel> model = small_kinds();
  model.bodies = {ball_at({1, 2, 3}), ball_at({1, 2, 3})};
  PilesWorld simulation(exec(), model, weightless());
  run(simulation, 2000);
  ASSERT_TRUE(simulation.finite_now());
  const auto poses = simulation.poses();
  EXPECT_GT(glm::distance(poses[0].position_m, poses[1].position_m), 0.99f * ball_diameter_m);
  EXPECT_LT(glm::length(total_of(simulation).linear), 1e-5);
}

/// A pile far from the origin, across the boundary where the grid repeats, behaves like any other.
TEST_P(Piles, TheDomainHasNoEnd) {
  Placed<PilesModel> model = boxed_pile(3, 0.28f);
  const glm::vec3 far_m(-37.0f, 0.0f, 52.0f);
  for (PileBody& body : model.bodies) body.pose.position_m += far_m;
  for (Collider& collider : model.colliders) collider.center_m += far_m;
  PilesWorld simulation(exec(), model, PilesSettings{});
  run(simulation, 6000);
  EXPECT_LT(residual(simulation, exec(), "speed"), 0.01);
  EXPECT_LT(residual(simulation, exec(), "overlap"), 0.05);
  for (const glm::vec3& x : simulation.positions_m()) {
    ASSERT_GT(x.y, 0.4f * ball_diameter_m);
    ASSERT_LT(glm::distance(x, far_m), 1.5f);
  }
}

TEST_P(Piles, AStableStepIsStableAndALongerOneIsTold) {
  PilesSettings settings;
  settings.stiffness_N_m = 20000.0f;
  settings.dt_s = 1e-5f;
  const Placed<PilesModel> model = boxed_pile(4, 0.28f);
  PilesWorld simulation(exec(), model, settings);
  EXPECT_EQ(simulation.trouble(), "");
  const double longest_s = simulation.longest_stable_dt_s();
  const auto set_dt = [&](double dt_s) {
    parameter_named(simulation.parameters(), "dt_s").set(std::to_string(dt_s));
    simulation.parameters_changed();
  };
  set_dt(0.98 * longest_s);
  EXPECT_EQ(simulation.trouble(), "");
  run(simulation, static_cast<int>(4.0 / longest_s));
  // A last body may still roll over, as in two of 300 runs. Jitter would never settle.
  for (int more = 0; more < 4 && residual(simulation, exec(), "speed") > 0.02; ++more)
    run(simulation, static_cast<int>(2.0 / longest_s));
  expect_at_rest(simulation, exec(), 0.02f);
  set_dt(8.0 * longest_s);
  EXPECT_NE(simulation.trouble().find("is too long for springs of 20000 N/m"), std::string::npos)
      << simulation.trouble();
  run(simulation, 500);
  EXPECT_TRUE(!simulation.finite_now() || residual(simulation, exec(), "speed") > 0.2)
      << "the limit is too careful";
}

/// With a step so long that springs must be very weak, bodies would sink into each other.
TEST_P(Piles, SpringsThatCarryNothingAreTold) {
  PilesSettings settings;
  settings.dt_s = 0.02f;
  PilesWorld simulation(exec(), boxed_pile(2, 0.28f), settings);
  EXPECT_NE(simulation.trouble().find("so soft that bodies sink into each other"),
            std::string::npos)
      << simulation.trouble();
  parameter_named(simulation.parameters(), "gravity_m_s2").set("0");
  simulation.parameters_changed();
  EXPECT_EQ(simulation.trouble(), "");
}

/// A body on rotating ground is carried along.
TEST_P(Piles, ATurningSurfaceCarries) {
  const Placed<PilesModel> model = plate_on_turntable();
  PilesWorld simulation(exec(), model, PilesSettings{});
  run(simulation, 4000);
  const glm::vec3 at_m = simulation.poses()[0].position_m;
  const glm::vec3 wanted = glm::cross(glm::vec3(0, 2, 0), at_m);
  EXPECT_LT(glm::distance(velocity_m_s(simulation, model, 0), wanted), 0.03f * glm::length(wanted));
}

TEST_P(Piles, TheGrabPullsAndAPinHolds) {
  Placed<PilesModel> model = small_kinds();
  PileBody row{.kind = 1};
  row.pose.position_m = {0.0f, 1.0f, 0.0f};
  PileBody other{.kind = 3};
  other.pose.position_m = {2.0f, 1.0f, 0.0f};
  model.bodies = {row, other};
  PilesWorld simulation(exec(), model, PilesSettings{});
  const int held = 2 + 4 + 5;
  ASSERT_EQ(simulation.draw_list().vertex_count, held + BodyGrabber::max_holds);
  Buffer<PublishedVertex> out(exec(), held + BodyGrabber::max_holds);
  const auto published = [&] {
    simulation.advance({.steps = 0, .publish = out.view()});
    return out.download(exec());
  };
  EXPECT_EQ(simulation.grabbed_vertex(), -1);
  simulation.grab_at(2 + 3, {0.1f, 1.05f, 0.0f});  // the last sphere of the row, off its centre
  EXPECT_EQ(simulation.grabbed_vertex(), held);
  EXPECT_LT(glm::distance(published()[held].position_m, {0.1f, 1.05f, 0.0f}), 1e-6f);
  run(simulation, 100);
  EXPECT_LT(glm::distance(published()[held].position_m, {0.1f, 1.05f, 0.0f}), 2e-3f);
  const glm::vec3 target(0.5f, 1.6f, 0.2f);
  simulation.drag_to(target);
  run(simulation, 6000);
  EXPECT_LT(glm::distance(published()[held].position_m, target), 2e-3f);
  EXPECT_LT(published()[0].position_m.y, target.y - 0.05f) << "it hangs from where it is held";
  EXPECT_LT(published()[1].position_m.y, -1.0f) << "nobody holds this one";
  simulation.release(true);
  EXPECT_EQ(simulation.pinned_vertices(), std::vector<int>{held});
  const glm::vec3 pinned_at_m = published()[0].position_m;
  run(simulation, 500);
  // The body may swing; the pinned point, 0.1 m along it and 0.05 m above, stays.
  const Pose pinned = simulation.poses()[0];
  const glm::vec3 point_m = pinned.position_m + rotated(pinned.quaternion, {0.1f, 0.05f, 0.0f});
  EXPECT_LT(glm::distance(point_m, target), 2e-3f);
  EXPECT_LT(glm::distance(published()[held].position_m, point_m), 1e-6f);
  simulation.grab(0);
  EXPECT_TRUE(simulation.pinned_vertices().empty());
  simulation.release(false);
  run(simulation, 1000);
  EXPECT_LT(published()[0].position_m.y, pinned_at_m.y - 0.5f);
  simulation.grab(3);
  simulation.release(true);
  simulation.reset();
  EXPECT_TRUE(simulation.pinned_vertices().empty());
  EXPECT_EQ(published()[0].position_m, row.pose.position_m);
  run(simulation, 1000);
  EXPECT_LT(published()[0].position_m.y, 0.0f) << "nothing holds it after a reset";
}

/// Each pin and the grabbed point have their own vertex, moving with their bodies.
TEST_P(Piles, PinsAreShownWhereTheyHold) {
  for (const PilesSettings& settings : {PilesSettings{}, at_frames()}) {
    Placed<PilesModel> model = small_kinds();
    PileBody row{.kind = 1}, lump{.kind = 3};
    row.pose.position_m = {0.0f, 1.0f, 0.0f};
    lump.pose.position_m = {2.0f, 1.0f, 0.0f};
    model.bodies = {row, lump};
    PilesWorld simulation(exec(), model, settings);
    Buffer<PublishedVertex> out(exec(), simulation.draw_list().vertex_count);
    const auto published = [&] {
      simulation.advance({.steps = 0, .publish = out.view()});
      return out.download(exec());
    };
    // One near each end of the row and one on the lump, in the frames of their bodies.
    const std::array<int, 3> body{0, 1, 0};
    const std::array<glm::vec3, 3> on_body{
        {{0.14f, 0.05f, 0.0f}, {0.2f, 0.0f, 0.05f}, {-0.14f, -0.05f, 0.0f}}};
    const auto point_m = [&](int i) {
      const Pose pose = simulation.poses()[body[i]];
      return pose.position_m + rotated(pose.quaternion, on_body[i]);
    };
    const auto expect_shown = [&](std::vector<int> pinned, int grabbed) {
      const auto vertices = published();
      const std::vector<int> shown = simulation.pinned_vertices();
      ASSERT_EQ(shown.size(), pinned.size());
      for (std::size_t p = 0; p < pinned.size(); ++p)
        EXPECT_LT(glm::distance(vertices[shown[p]].position_m, point_m(pinned[p])), 1e-5f) << p;
      ASSERT_EQ(simulation.grabbed_vertex() >= 0, grabbed >= 0);
      if (grabbed >= 0) {
        EXPECT_LT(glm::distance(vertices[simulation.grabbed_vertex()].position_m, point_m(grabbed)),
                  1e-5f);
      }
    };
    const int steps = static_cast<int>(std::lround(0.5 / simulation.dt_s()));
    simulation.grab_at(0, point_m(0));
    expect_shown({}, 0);
    simulation.release(true);
    expect_shown({0}, -1);
    run(simulation, steps);  // it swings
    expect_shown({0}, -1);
    simulation.grab_at(1, point_m(1));
    simulation.release(true);
    simulation.grab_at(0, point_m(2));
    simulation.drag_to({0.1f, 1.2f, 0.3f});
    run(simulation, steps);
    expect_shown({0, 1}, 2);
    const float turned_m = glm::distance(simulation.poses()[0].position_m, point_m(0));
    EXPECT_GT(turned_m, 0.1f) << "a pin at the body's middle would be seen as one elsewhere";
    simulation.release(false);
    expect_shown({0, 1}, -1);
    simulation.grab_at(0, point_m(0));  // frees that pin
    simulation.release(false);
    expect_shown({1}, -1);
    simulation.reset();
    expect_shown({}, -1);
  }
}

/// A pinned body stops whatever hits it.
TEST_P(Piles, APinnedBodyCarriesOthers) {
  Placed<PilesModel> model = small_kinds();
  model.bodies = {ball_at({0, 1, 0}), ball_at({0, 1.15f, 0})};
  PilesWorld simulation(exec(), model, PilesSettings{});
  simulation.grab(0);
  simulation.release(true);
  run(simulation, 2000);
  EXPECT_NEAR(simulation.poses()[1].position_m.y, 1.1f, 0.05f * ball_diameter_m);
  EXPECT_LT(glm::distance(simulation.poses()[0].position_m, {0, 1, 0}), 1e-3f);
}

TEST_P(Piles, PublishesPosesSpheresAndFields) {
  Placed<PilesModel> model = boxed_pile(3, 0.28f);
  PilesWorld simulation(exec(), model, PilesSettings{});
  run(simulation, 4000);
  const auto poses = simulation.poses();
  const auto spheres_m = simulation.positions_m();
  const int bodies = static_cast<int>(poses.size());
  Buffer<PublishedVertex> out(exec(), simulation.draw_list().vertex_count);
  simulation.advance({.steps = 0, .publish = out.view(), .field = 1});
  const auto vertices = out.download(exec());
  float weight_N = 0.0f, max_N = 0.0f;
  for (int b = 0; b < bodies; ++b) {
    const PublishedVertex& v = vertices[b];
    EXPECT_EQ(v.position_m, poses[b].position_m);
    EXPECT_EQ(glm::vec4(v.normal, v.quaternion_w), poses[b].quaternion);
    weight_N += 9.81f * model.kinds[model.bodies[b].kind].body.mass_kg;
    max_N = std::max(max_N, v.scalar);
  }
  EXPECT_GT(max_N, 9.81f);
  EXPECT_LT(max_N, 20.0f * weight_N);
  for (std::size_t i = 0; i < spheres_m.size(); ++i) {
    EXPECT_LT(glm::distance(vertices[bodies + i].position_m, spheres_m[i]), 1e-5f);
    EXPECT_EQ(vertices[bodies + i].quaternion_w, 0.0f);
  }
  int next = 0;
  for (const InstancedPart& part : simulation.draw_list().instances) {
    EXPECT_EQ(part.first_vertex, next);
    next += part.count;
  }
  EXPECT_EQ(next, bodies);
  for (const DrawnSpheres& part : simulation.draw_list().spheres) {
    EXPECT_EQ(part.first_vertex, next);
    next += part.count;
  }
  const int spheres_of_a_row = 4;
  EXPECT_EQ(simulation.draw_list().spheres[1].spheres_per_body, spheres_of_a_row);
  EXPECT_EQ(next, simulation.draw_list().vertex_count - BodyGrabber::max_holds);
  EXPECT_EQ(simulation.counts()["bodies"], bodies);
}

/// A ball on the ground sleeps, one that rolls or spins in the air does not, and a push wakes it.
TEST_P(Piles, ShowsWhichBodiesSleep) {
  Placed<PilesModel> model = small_kinds();
  PileBody spinning = ball_at({0, 50, 0});
  spinning.spin_rad_s = {0, 20, 0};
  model.bodies = {ball_at({0, 0.05f, 0}), ball_at({1, 0.05f, 0}, {2, 0, 0}), spinning};
  model.colliders = {Collider{}};
  PilesSettings settings;
  settings.rolling = 0.0f;
  PilesWorld simulation(exec(), model, settings);
  Buffer<PublishedVertex> out(exec(), simulation.draw_list().vertex_count);
  ASSERT_EQ(simulation.draw_list().fields[2].name, "sleeping");
  const auto expect_rest_s = [&](std::array<float, 3> expected) {
    simulation.advance({.steps = 0, .publish = out.view(), .field = 2});
    const auto vertices = out.download(exec());
    for (int b = 0; b < 3; ++b) {
      EXPECT_NEAR(vertices[b].scalar, expected[b], 1e-3f) << b;
      EXPECT_EQ(vertices[3 + b].scalar, vertices[b].scalar) << "the sphere of body " << b;
    }
  };
  run(simulation, 400);
  expect_rest_s({0.2f, 0.0f, 0.0f});
  run(simulation, 1000);
  expect_rest_s({0.5f, 0.0f, 0.0f});
  simulation.grab(0);
  simulation.drag_to({0, 1, 0});
  run(simulation, 100);
  expect_rest_s({0.0f, 0.0f, 0.0f});
  simulation.reset();
  expect_rest_s({0.0f, 0.0f, 0.0f});
}

/// Interpolating half a step back gives half of the motion.
TEST_P(Piles, ShowsWhatLiesBetweenSteps) {
  Placed<PilesModel> model = small_kinds();
  PileBody body{.kind = 3, .velocity_m_s = {4, 0, 0}, .spin_rad_s = {0, 9, 0}};
  model.bodies = {body};
  PilesSettings settings = weightless();
  settings.dt_s = 0.01f;
  PilesWorld simulation(exec(), model, settings);
  Buffer<PublishedVertex> out(exec(), simulation.draw_list().vertex_count);
  simulation.advance({.steps = 3, .blend = 0.5f, .publish = out.view()});
  const PublishedVertex v = out.download(exec())[0];
  EXPECT_NEAR(v.position_m.x, 0.1f, 1e-5f);
  EXPECT_NEAR(glm::length(glm::vec4(v.normal, v.quaternion_w)), 1.0f, 1e-6f);
}

EACH_BACKEND(Piles);

TEST(PilesModel, RefusesWithASentence) {
  Exec serial(Backend::serial);
  Placed<PilesModel> model = small_kinds();
  EXPECT_THROW(PilesWorld(serial, model, PilesSettings{}), Error) << "no bodies";
  model.bodies = {PileBody{.kind = 1}, PileBody{.kind = 0}};
  EXPECT_THROW(PilesWorld(serial, model, PilesSettings{}), Error) << "not sorted";
}

}  // namespace
}  // namespace limber
