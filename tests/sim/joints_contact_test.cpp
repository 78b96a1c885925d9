// Contacts of articulated bodies with each other, with colliders and with other systems:
// conservation laws, friction and restitution against theory; separation by brute force in double
// precision.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string_view>

#include "sim/mesh/box_mesh.h"
#include "sim/mesh/surfaces.h"
#include "sim/pbd/cloth.h"
#include "sim/pbd/solid.h"
#include "tests/each_backend.h"
#include "tests/sim/slopes.h"
#include "tests/sim/small_joints.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

constexpr float joints_distance_m = 0.01f;

JointsSettings touching_bodies(float dt_s = 0.002f) {
  JointsSettings settings;
  settings.dt_s = dt_s;
  settings.contact_distance_m = joints_distance_m;
  return settings;
}

Solid solid_block() {
  Solid solid{.mesh = box_mesh(glm::vec3(-0.1f), glm::vec3(0.1f), glm::ivec3(3))};
  solid.density_kg_m3 = 300.0f;
  return solid;
}

struct Totals {
  glm::dvec3 linear{0.0}, angular{0.0};  ///< about the origin
  double kg = 0.0;

  void add(double mass_kg, const glm::dvec3& at_m, const glm::dvec3& momentum,
           const glm::dvec3& own = glm::dvec3(0.0)) {
    kg += mass_kg;
    linear += momentum;
    angular += glm::cross(at_m, momentum) + own;
  }
};

class JointsContact : public EachBackend {};

TEST_P(JointsContact, ABoxLiesOnABoxOnTheGround) {
  JointsModel model;
  for (int i = 0; i < 2; ++i) add_box(model, {0.0, 0.1 + 0.2 * i, 0.0}, glm::vec3(0.2f));
  for (const Collider& floor : {ground, slab()}) {
    JointsWorld world(exec(), model, touching_bodies(), {floor});
    run_singly(world, 500);
    for (int i = 0; i < 2; ++i)
      EXPECT_LT(
          glm::distance(world.joints().poses()[i].position_m, model.bodies[i].pose.position_m),
          1e-4);
    EXPECT_EQ(world.trouble(), "");
  }
  JointsSettings apart = touching_bodies();
  apart.contact_distance_m = 0.0f;
  JointsWorld world(exec(), model, apart, {ground});
  run_singly(world, 500);
  EXPECT_LT(world.joints().poses()[1].position_m.y, 0.12) << "without contacts it falls through";
}

/// A spinning box hits two boxes joined by a hinge, with friction. Total momentum is conserved.
/// (Motion stopped in an impact, against tunnelling, is less than the momentum implies: faster
/// boxes lose more angular momentum about a distant centre.)
TEST_P(JointsContact, KeepsMomentumAndSpin) {
  JointsModel model;
  add_box(model, {0.0, 0.0, 0.0}, {0.3f, 0.2f, 0.2f});
  add_box(model, {0.3, 0.0, 0.0}, {0.3f, 0.2f, 0.2f});
  model.joints.push_back(joint_at(model, JointKind::hinge, 0, 1, {0.15, 0.0, 0.0}, {0, 1, 0}));
  add_box(model, {-0.1, 0.5, 0.03}, {0.2f, 0.15f, 0.25f});
  model.bodies[2].velocity_m_s = {0.35, -1.5, 0.1};
  model.bodies[2].spin_rad_s = {2.0, 1.0, -5.0};
  JointsSettings settings = exact(0.002f);
  settings.contact_distance_m = joints_distance_m;
  settings.gravity_m_s2 = 0.0f;
  JointsWorld world(exec(), model, settings);
  const auto totals = [&] {
    Totals all;
    const auto poses = world.joints().poses();
    const auto momenta = world.joints().momenta();
    for (std::size_t b = 0; b < poses.size(); ++b)
      all.add(model.bodies[b].mass_kg, poses[b].position_m, momenta[b].linear_kg_m_s,
              momenta[b].angular_kg_m2_s);
    return all;
  };
  const Totals before = totals();
  const double first_spin = world.joints().momenta()[0].angular_kg_m2_s.x;
  double worst = 0.0, worst_spin = 0.0;
  for (int i = 0; i < 250; ++i) {
    run_singly(world, 2);
    const Totals now = totals();
    worst = std::max(worst, glm::distance(now.linear, before.linear));
    worst_spin = std::max(worst_spin, glm::distance(now.angular, before.angular));
  }
  std::printf("momentum %g of %g, spin %g of %g\n", worst, glm::length(before.linear), worst_spin,
              glm::length(before.angular));
  EXPECT_LT(worst, 1e-5 * glm::length(before.linear));
  EXPECT_LT(worst_spin, 1e-5 * glm::length(before.angular));
  EXPECT_GT(std::abs(world.joints().momenta()[0].angular_kg_m2_s.x - first_spin), 0.01)
      << "they met";
}

/// The point of a box, shrunk by an inset, nearest to another point.
glm::dvec3 nearest_in_box(const RigidBody& body, const RigidPose& pose, double inset_m,
                          const glm::dvec3& x) {
  const glm::dvec3 half = glm::dvec3(body.half_size_m) - inset_m;
  const glm::dvec3 own = rotated_back(pose.quaternion, x - pose.position_m);
  return pose.position_m + rotated(pose.quaternion, glm::clamp(own, -half, half));
}

/// The minimum distance between any two boxes, by alternating projections in double precision
/// [Cheney59]; 0: they overlap.
double min_distance_m(const JointsModel& model, const std::vector<RigidPose>& poses,
                      double inset_m) {
  double least = 1e9;
  for (std::size_t a = 0; a < poses.size(); ++a)
    for (std::size_t b = a + 1; b < poses.size(); ++b) {
      const RigidBody &one = model.bodies[a], &other = model.bodies[b];
      if (glm::distance(poses[a].position_m, poses[b].position_m) >
          static_cast<double>(glm::length(one.half_size_m) + glm::length(other.half_size_m)))
        continue;
      glm::dvec3 x = poses[a].position_m, y = poses[b].position_m;
      for (int i = 0; i < 500; ++i) {
        y = nearest_in_box(other, poses[b], inset_m, x);
        x = nearest_in_box(one, poses[a], inset_m, y);
      }
      least = std::min(least, glm::distance(x, y));
    }
  return least;
}

/// Boxes of many sizes fall into a heap. Their shrunken cores never intersect, and keep their
/// distance at rest; without contacts they interpenetrate.
TEST_P(JointsContact, HeapsOfBoxesNeverPassIntoEachOther) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> size(0.08f, 0.3f);
  std::normal_distribution<double> normal;
  JointsModel model;
  for (int i = 0; i < 27; ++i)
    add_box(
        model, {0.35 * (i % 3), 0.3 + 0.45 * (i / 9), 0.35 * (i / 3 % 3)},
        {size(random), size(random), size(random)},
        glm::normalize(glm::dvec4(normal(random), normal(random), normal(random), normal(random))));
  for (const bool touches : {true, false}) {
    JointsSettings settings = touching_bodies();
    if (!touches) settings.contact_distance_m = 0.0f;
    JointsWorld world(exec(), model, settings, {slab()});
    double ever_m = 1e9, at_rest_m = 1e9;
    for (int i = 0; i < 150; ++i) {
      run_singly(world, 10);
      const std::vector<RigidPose> poses = world.joints().poses();
      const double cores_m = min_distance_m(model, poses, 0.005);
      ever_m = std::min(ever_m, cores_m);
      if (i > 120) at_rest_m = std::min(at_rest_m, cores_m);
    }
    std::printf("cores are %g m apart, at rest %g m\n", ever_m, at_rest_m);
    EXPECT_EQ(ever_m > 1e-3, touches);
    EXPECT_EQ(at_rest_m > 0.0095, touches);
    if (!touches) continue;
    double speed_m_s = 0.0;
    for (int b = 0; b < 27; ++b) {
      speed_m_s = std::max(speed_m_s, glm::length(world.joints().momenta()[b].linear_kg_m_s) /
                                          model.bodies[b].mass_kg);
      EXPECT_GT(world.joints().poses()[b].position_m.y, 0.035);
    }
    EXPECT_LT(speed_m_s, 0.1) << "the heap rests";
  }
}

/// Heavy and fast boxes on plates, with too few iterations to stop them: what the solver does not
/// stop, the planes between boxes do.
TEST_P(JointsContact, FastBoxesNeverPassThroughPlates) {
  JointsModel model;
  for (int i = 0; i < 4; ++i) add_box(model, {0.0, 0.02 + 0.05 * i, 0.0}, {0.5f, 0.03f, 0.5f});
  for (int i = 0; i < 4; ++i) {
    add_box(model, {0.2 * (i % 2) - 0.1, 1.0 + 0.4 * i, 0.15 * (i / 2) - 0.1}, glm::vec3(0.12f),
            glm::normalize(glm::dvec4(0.3 * i, 0.2, 0.1 * i, 1.0)));
    RigidBody& box = model.bodies.back();
    box.mass_kg *= 200.0;
    box.inertia_kg_m2 *= 200.0;
    box.velocity_m_s = {0.0, -50.0, 0.0};
    box.spin_rad_s = {10.0, 0.0, 30.0};
  }
  JointsSettings settings = touching_bodies(0.004f);
  settings.rigid_iterations = 1;
  JointsWorld world(exec(), model, settings, {ground});
  double least_m = 1e9;
  for (int i = 0; i < 60; ++i) {
    run_singly(world, 1);
    least_m = std::min(least_m, min_distance_m(model, world.joints().poses(), 0.005));
  }
  std::printf("cores are %g m apart\n", least_m);
  EXPECT_GT(least_m, 2e-5);
}

/// A box on a tilted board, with either method: on a fixed body, and on a collider with faces.
TEST_P(JointsContact, BoxesSlideOnBodiesAsCoulombSaysOrStay) {
  for (const char* method : {"cg", "descent"})
    for (const bool on_body : {true, false})
      for (const Slope& slope : all_slopes({0.0f, 0.5f, 0.8f, 1.5f})) {
        SCOPED_TRACE(testing::Message() << method << (on_body ? " on a body" : " on faces"));
        JointsModel model = box_on(slope);
        if (on_body) {
          add_box(model, -0.5 * glm::dvec3(slope.up()), {20.0f, 1.0f, 20.0f}, slope.turn());
          model.bodies.back().held = true;
        }
        JointsSettings settings = touching_bodies();
        settings.method = method;
        settings.friction = slope.friction();
        JointsWorld world(exec(), model, settings,
                          on_body ? std::vector<Collider>{} : std::vector<Collider>{slope.box()});
        expect_coulomb(slope, slide(world, 50, 100, [&] { return box_down_m(slope, world); }),
                       {.share = 0.02, .creep_m_s = 1e-4});
      }
}

/// A body dropped from 20 cm rebounds to that height times the square of its restitution: a ball
/// and a box, on the ground (point contacts), on faces, and on a fixed body.
TEST_P(JointsContact, BodiesRiseAgainWithTheirRestitution) {
  constexpr double fall_m = 0.2, half_m = 0.1;
  enum class Floor { points, faces, body };
  for (const char* method : {"cg", "descent"})
    for (const Floor floor : {Floor::points, Floor::faces, Floor::body})
      for (const bool ball : {true, false})
        for (const float restitution : {0.0f, 0.5f, 0.8f}) {
          SCOPED_TRACE(testing::Message() << method << ", floor " << static_cast<int>(floor)
                                          << (ball ? ", a ball, " : ", a box, ") << restitution);
          const glm::dvec3 at_m(0.003, fall_m + half_m, 0.002);
          JointsModel model;
          if (ball)
            model = one(solid_ball(static_cast<float>(half_m), 500.0), {0, 0, 0, 1}, at_m);
          else
            add_box(model, at_m, glm::vec3(2.0f * static_cast<float>(half_m)));
          if (floor == Floor::body) {
            add_box(model, {0.0, -0.1, 0.0}, {1.0f, 0.2f, 1.0f});
            model.bodies.back().held = true;
          }
          JointsSettings settings = touching_bodies();
          settings.method = method;
          settings.restitution = restitution;
          std::vector<Collider> colliders;
          if (floor != Floor::body) colliders = {floor == Floor::points ? ground : slab()};
          JointsWorld world(exec(), model, settings, colliders);
          const double falls_s = std::sqrt(2.0 * fall_m / 9.81);
          const double share = static_cast<double>(restitution);
          double low_m = fall_m, top_m = 0.0;  // it may rebound a step above the floor
          for (double t_s = 0.0; t_s < (1.0 + 1.5 * share) * falls_s; t_s += world.dt_s()) {
            run_singly(world, 1);
            const double now_m = world.joints().poses()[0].position_m.y - half_m;
            low_m = std::min(low_m, now_m);
            top_m = std::max(t_s > 1.1 * falls_s ? top_m : low_m, now_m);
          }
          EXPECT_NEAR(top_m - low_m, share * share * fall_m, 0.02 * share * share * fall_m + 2e-3);
        }
}

/// Two colliding boxes separate with their restitution; a descent with few iterations falls
/// slightly short.
TEST_P(JointsContact, BoxesPartWithTheirRestitution) {
  for (const char* method : {"cg", "descent"})
    for (const float restitution : {0.0f, 0.5f, 1.0f}) {
      SCOPED_TRACE(testing::Message() << method << ' ' << restitution);
      JointsModel model;
      for (const double side : {-1.0, 1.0}) {
        add_box(model, {0.2 * side, 0.0, 0.0}, glm::vec3(0.2f));
        model.bodies.back().velocity_m_s = {-1.0 * side, 0.0, 0.0};
      }
      JointsSettings settings = touching_bodies();
      settings.method = method;
      settings.gravity_m_s2 = 0.0f;
      settings.restitution = restitution;
      JointsWorld world(exec(), model, settings);
      run_singly(world, 120);
      const auto momenta = world.joints().momenta();
      const double share = static_cast<double>(restitution);
      for (int b = 0; b < 2; ++b)
        EXPECT_NEAR(momenta[b].linear_kg_m_s.x / model.bodies[b].mass_kg, b == 0 ? -share : share,
                    std::string_view(method) == "cg" ? 0.01 : 0.06);
    }
}

/// A rigid box and a body of a pile rebound with the geometric mean of their restitutions, and not
/// at all if one is 0.
TEST_P(JointsContact, PartsFromOtherSystemsWithTheMeanRestitution) {
  for (const float of_pile : {0.0f, 0.5f}) {
    JointsModel model;
    add_box(model, {0.0, 0.0, 0.0}, {0.4f, 0.1f, 0.4f});
    model.bodies[0].held = true;
    JointsSettings rigid = touching_bodies(1.0f / 480.0f);
    rigid.restitution = 0.8f;
    rigid.contact_iterations = 30;
    rigid.gravity_m_s2 = 0.0f;
    PilesModel pile = small_kinds();
    pile.bodies = {ball_at({0.0f, 0.2f, 0.0f}, {0.0f, -2.0f, 0.0f})};
    PilesSettings bodies = weightless();
    bodies.contacts = "positions";
    bodies.dt_s = rigid.dt_s;
    bodies.restitution = of_pile;
    World world(
        exec(),
        {GroupModel{
            "",
            {},
            {{"rigid", [=](Exec& on) { return std::make_unique<JointsSystem>(on, model, rigid); }},
             {"pile",
              [=](Exec& on) { return std::make_unique<PilesSystem>(on, pile, 0, bodies); }}}}});
    run_singly(world, 120);
    const double parts_m_s =
        static_cast<double>(world.system<PilesSystem>().momenta()[0].linear_kg_m_s.y) /
        static_cast<double>(pile.kinds[0].body.mass_kg);
    // Without rebound, penetration is corrected with 0.1 m/s.
    EXPECT_NEAR(parts_m_s, 2.0 * std::sqrt(0.8 * static_cast<double>(of_pile)),
                of_pile > 0.0f ? 0.03 : 0.11);
  }
}

/// A stack of twenty boxes stands for five seconds, also, with more iterations, under one a
/// thousand times as heavy as each.
TEST_P(JointsContact, StacksStand) {
  for (const double ratio : {1.0, 1000.0}) {
    JointsModel model;
    for (int i = 0; i < 20; ++i) add_box(model, {0.0, 0.1 + 0.2 * i, 0.0}, glm::vec3(0.2f));
    model.bodies.back().mass_kg *= ratio;
    model.bodies.back().inertia_kg_m2 *= ratio;
    JointsSettings settings = touching_bodies();
    if (ratio > 1.0) settings.rigid_iterations = 60;
    JointsWorld world(exec(), model, settings, {slab()});
    double sunk_m = 0.0, aside_m = 0.0;
    for (int k = 0; k < 5; ++k) {
      run_singly(world, 500);
      for (std::size_t b = 0; b < 20; ++b) {
        const glm::dvec3 way =
            world.joints().poses()[b].position_m - model.bodies[b].pose.position_m;
        sunk_m = std::max(sunk_m, std::abs(way.y));
        aside_m = std::max(aside_m, std::hypot(way.x, way.z));
      }
    }
    std::printf("1:%g: %g m down, %g m aside\n", ratio, sunk_m, aside_m);
    EXPECT_LT(sunk_m, ratio > 1.0 ? 3e-3 : 3e-4);
    EXPECT_LT(aside_m, ratio > 1.0 ? 0.03 : 3e-3);
  }
}

/// Two small bodies that meet at speed list most of their features at once.
TEST_P(JointsContact, SmallBodiesThatMeetFastFindRoomForTheirPairs) {
  JointsModel model = one(solid_ball(0.05f, 700.0), {0, 0, 0, 1}, {-0.6, 0.0, 0.0});
  model.bodies[0].velocity_m_s = {20.0, 0.0, 0.0};
  JointsSettings rigid = touching_bodies(0.002f);
  rigid.gravity_m_s2 = 0.0f;
  Solid block{.mesh = box_mesh(glm::vec3(-0.04f), glm::vec3(0.04f), glm::ivec3(3))};
  block.density_kg_m3 = 700.0f;
  PbdModel soft;
  add_solid(soft, block, {});
  PbdSettings particles;
  particles.dt_s = rigid.dt_s;
  particles.gravity_m_s2 = particles.damping_per_s = particles.air_kg_m3 = 0.0f;
  particles.contact_distance_m = joints_distance_m;
  World world(
      exec(),
      {GroupModel{
          "",
          {},
          {{"rigid", [=](Exec& on) { return std::make_unique<JointsSystem>(on, model, rigid); }},
           {"soft", [=](Exec& on) { return std::make_unique<PbdSystem>(on, soft, particles); }}}}});
  run_singly(world, 60);
  EXPECT_EQ(world.trouble(), "");
  EXPECT_LT(world.system<JointsSystem>().momenta()[0].linear_kg_m_s.x,
            0.7 * 20.0 * model.bodies[0].mass_kg)
      << "they met";
}

/// A box hits a body of a pile, and later another box a block of finite elements: total momentum is
/// conserved.
TEST_P(JointsContact, KeepsTheMomentumOfAllSystems) {
  JointsModel model;
  add_box(model, {0.0, 0.5, 0.0}, {0.2f, 0.15f, 0.25f});
  model.bodies[0].velocity_m_s = {0.1, -1.5, 0.2};
  add_box(model, {1.0, 0.5, 0.0}, {0.2f, 0.15f, 0.25f});
  model.bodies[1].velocity_m_s = {0.1, -1.5, -0.2};
  JointsSettings settings = touching_bodies(1.0f / 480.0f);
  settings.gravity_m_s2 = 0.0f;
  FemModel fem;
  add_solid(fem, solid_block(),
            {.young_modulus_Pa = 1e5f, .poisson_ratio = 0.3f, .density_kg_m3 = 300.0f}, {});
  FemSettings elements;
  elements.dt_s = settings.dt_s;
  elements.gravity_m_s2 = 0.0f;
  elements.mass_damping_per_s = 0.0f;
  elements.contact_distance_m = joints_distance_m;
  PilesModel pile = small_kinds();
  pile.bodies = {{.kind = 2}};
  pile.bodies[0].pose.position_m = {1.0f, 0.3f, 0.0f};
  PilesSettings bodies = weightless();
  bodies.contacts = "positions";
  bodies.dt_s = settings.dt_s;
  World world(
      exec(),
      {GroupModel{
          "",
          {},
          {{"rigid", [=](Exec& on) { return std::make_unique<JointsSystem>(on, model, settings); }},
           {"fem", [=](Exec& on) { return std::make_unique<FemSystem>(on, fem, elements); }},
           {"pile",
            [=](Exec& on) { return std::make_unique<PilesSystem>(on, pile, 0, bodies); }}}}});
  const auto nodes = [&] { return world.system<FemSystem>().positions_m(); };
  const auto totals = [&] {
    const std::vector<glm::vec3> before = nodes();
    run_singly(world, 1);
    const std::vector<glm::vec3> after = nodes();
    Totals all;
    for (std::size_t i = 0; i < after.size(); ++i) {
      const double kg = static_cast<double>(fem.masses_kg[i]);
      const glm::dvec3 v = (glm::dvec3(after[i]) - glm::dvec3(before[i])) / world.dt_s();
      all.add(kg, glm::dvec3(after[i]), v * kg);
    }
    for (std::size_t b = 0; b < 2; ++b)
      all.add(model.bodies[b].mass_kg, world.system<JointsSystem>().poses()[b].position_m,
              world.system<JointsSystem>().momenta()[b].linear_kg_m_s,
              world.system<JointsSystem>().momenta()[b].angular_kg_m2_s);
    const BodyMomentum of_pile = world.system<PilesSystem>().momenta()[0];
    all.add(0.0, glm::dvec3(world.system<PilesSystem>().poses()[0].position_m),
            glm::dvec3(of_pile.linear_kg_m_s), glm::dvec3(of_pile.angular_kg_m2_s));
    return all;
  };
  // While contacts stop nodes, momentum is still in the elements' motion: compares only the final
  // values.
  const Totals before = totals();
  const auto expect_kept = [&](double spin_share) {
    run_singly(world, 75);
    const Totals now = totals();
    const double lost = glm::distance(now.linear, before.linear);
    const double lost_spin = glm::distance(now.angular, before.angular);
    std::printf("momentum %g of %g, spin %g of %g\n", lost, glm::length(before.linear), lost_spin,
                glm::length(before.angular));
    EXPECT_LT(lost, 1e-5 * glm::length(before.linear));
    EXPECT_LT(lost_spin, spin_share * glm::length(before.angular));
  };
  expect_kept(1e-5);
  EXPECT_GT(glm::length(world.system<PilesSystem>().momenta()[0].linear_kg_m_s), 0.5)
      << "the pile was hit";
  const double box_before = world.system<JointsSystem>().momenta()[0].linear_kg_m_s.y;
  expect_kept(2e-4);  // deformed elements turn less than their forces imply
  EXPECT_GT(world.system<JointsSystem>().momenta()[0].linear_kg_m_s.y, 0.95 * box_before)
      << "the elements were hit";
}

/// One box falls onto a sheet held by its border, another onto a block of finite elements: both
/// come to rest, and fall through without contacts.
TEST_P(JointsContact, BoxesLieOnClothAndOnFiniteElements) {
  JointsModel model;
  add_box(model, {0.0, 0.75, 0.0}, glm::vec3(0.15f));
  add_box(model, {2.0, 0.35, 0.0}, glm::vec3(0.12f));
  PbdModel cloth;
  Cloth sheet{.mesh = grid_mesh(21, 21, glm::vec2(1.0f), {0.0f, 0.5f, 0.0f}, {1, 0, 0}, {0, 0, 1}),
              .bending = Bending::dihedral};
  for (int i = 0; i < 21 * 21; ++i)
    if (i / 21 % 20 == 0 || i % 21 % 20 == 0) sheet.pinned.push_back(i);
  add_cloth(cloth, sheet);
  FemModel fem;
  add_solid(fem, solid_block(),
            {.young_modulus_Pa = 3e5f, .poisson_ratio = 0.3f, .density_kg_m3 = 300.0f},
            {.at_m = {2.0f, 0.11f, 0.0f}});
  for (const bool touches : {true, false}) {
    JointsSettings rigid = touching_bodies(1.0f / 480.0f);
    PbdSettings particles;
    particles.dt_s = rigid.dt_s;
    particles.contact_iterations = 8;
    FemSettings elements;
    elements.dt_s = rigid.dt_s;
    particles.contact_distance_m = elements.contact_distance_m = rigid.contact_distance_m =
        touches ? joints_distance_m : 0.0f;
    World world(
        exec(),
        {GroupModel{
            "",
            {.colliders = {ground}},
            {{"rigid", [=](Exec& on) { return std::make_unique<JointsSystem>(on, model, rigid); }},
             {"cloth", [=](Exec& on) { return std::make_unique<PbdSystem>(on, cloth, particles); }},
             {"fem", [=](Exec& on) { return std::make_unique<FemSystem>(on, fem, elements); }}}}});
    run_singly(world, 720);
    const std::vector<RigidPose> poses = world.system<JointsSystem>().poses();
    std::printf("on the cloth %g m, on the elements %g m\n", poses[0].position_m.y,
                poses[1].position_m.y);
    EXPECT_EQ(poses[0].position_m.y > 0.2, touches);
    EXPECT_EQ(poses[1].position_m.y > 0.24 && poses[1].position_m.y < 0.3, touches);
    EXPECT_TRUE(world.finite_now());
  }
}

EACH_BACKEND(JointsContact);

}  // namespace
}  // namespace limber
