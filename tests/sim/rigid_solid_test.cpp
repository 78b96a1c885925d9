// Mass properties of filled shapes, against random sampling in double precision; hulls against
// planes through all of their corners; resting bodies against statics.

#include "sim/joints/rigid_solid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "kernels/error.h"
#include "sim/mesh/convex_hull.h"
#include "tests/each_backend.h"
#include "tests/sim/small_joints.h"

namespace limber {
namespace {

/// A torus around y, of `discs` discs with `corners` corners each.
TriangleMesh ring(float ring_radius_m, float tube_radius_m, int discs, int corners) {
  TriangleMesh mesh;
  for (int i = 0; i < discs * corners; ++i) {
    const double a = 2.0 * M_PI * (i / corners) / discs, b = 2.0 * M_PI * (i % corners) / corners;
    const double tube_m = static_cast<double>(tube_radius_m);
    const double out_m = static_cast<double>(ring_radius_m) + tube_m * std::cos(b);
    mesh.positions_m.emplace_back(
        glm::dvec3(out_m * std::cos(a), tube_m * std::sin(b), out_m * std::sin(a)));
  }
  for (int i = 0; i < discs; ++i)
    for (int k = 0; k < corners; ++k) {
      const unsigned a = i * corners + k, b = i * corners + (k + 1) % corners;
      const unsigned c = (i + 1) % discs * corners + k,
                     d = (i + 1) % discs * corners + (k + 1) % corners;
      mesh.triangles.emplace_back(a, b, d);
      mesh.triangles.emplace_back(a, d, c);
    }
  return mesh;
}

struct Sampled {
  double volume_m3 = 0.0;
  glm::dvec3 center_m{0.0};
  glm::dmat3 inertia_m5{0.0};
};

/// Monte Carlo samples in a cube of side 2 half_m.
Sampled sampled(double half_m, const std::function<bool(const glm::dvec3&)>& inside) {
  constexpr int side = 160;
  Sampled all;
  glm::dmat3 second(0.0);
  const double cell = 2.0 * half_m / side, cell_m3 = cell * cell * cell;
  for (int i = 0; i < side * side * side; ++i) {
    const glm::dvec3 x =
        (glm::dvec3(i % side, i / side % side, i / side / side) + 0.5) * cell - half_m;
    if (!inside(x)) continue;
    all.volume_m3 += cell_m3;
    all.center_m += x * cell_m3;
    second += glm::outerProduct(x, x) * cell_m3;
  }
  all.center_m /= all.volume_m3;
  second -= glm::outerProduct(all.center_m, all.center_m) * all.volume_m3;
  all.inertia_m5 = glm::dmat3(second[0][0] + second[1][1] + second[2][2]) - second;
  return all;
}

void expect_weighs(const RigidSolid& solid, double density, const Sampled& wanted, double share) {
  EXPECT_NEAR(solid.mass_kg, density * wanted.volume_m3, share * solid.mass_kg);
  EXPECT_LT(glm::distance(solid.center_m, wanted.center_m), share);
  const double size = wanted.inertia_m5[0][0] + wanted.inertia_m5[1][1] + wanted.inertia_m5[2][2];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(solid.inertia_kg_m2[i][j], density * wanted.inertia_m5[i][j],
                  share * density * size)
          << i << j;
}

TEST(RigidSolid, WeighsWhatItsPointsWeigh) {
  const double density = 500.0;
  expect_weighs(solid_box({0.6f, 1.0f, 1.4f}, density), density,
                sampled(0.8,
                        [](const auto& x) {
                          return std::abs(x.x) < 0.3 && std::abs(x.y) < 0.5 && std::abs(x.z) < 0.7;
                        }),
                2e-2);
  expect_weighs(solid_ball(0.7f, density), density,
                sampled(0.8, [](const auto& x) { return glm::length(x) < 0.7; }), 2e-3);
  expect_weighs(solid_capsule(0.3f, 0.8f, density), density,
                sampled(0.8,
                        [](const auto& x) {
                          return glm::length(x - glm::dvec3(0.0, std::clamp(x.y, -0.4, 0.4), 0.0)) <
                                 0.3;
                        }),
                2e-3);
  expect_weighs(
      solid_cylinder(0.5f, 1.2f, density), density,
      sampled(0.8, [](const auto& x) { return std::hypot(x.x, x.z) < 0.5 && std::abs(x.y) < 0.6; }),
      2e-3);
  const TriangleMesh corner{{{0, 0, 0}, {0.7f, 0, 0}, {0, 0.5f, 0}, {0, 0, 0.6f}}, {}};
  expect_weighs(solid_hull(convex_hull(corner.positions_m, "a corner"), density), density,
                sampled(0.8,
                        [](const auto& x) {
                          return x.x > 0.0 && x.y > 0.0 && x.z > 0.0 &&
                                 x.x / 0.7 + x.y / 0.5 + x.z / 0.6 < 1.0;
                        }),
                3e-3);
  // A torus with enough faces to be nearly round.
  TriangleMesh round = ring(0.5f, 0.2f, 160, 80);
  for (glm::vec3& x : round.positions_m) x += glm::vec3(0.05f, -0.03f, 0.02f);
  const glm::dvec3 at(0.05, -0.03, 0.02);
  expect_weighs(solid_mesh(round, density), density,
                sampled(0.8,
                        [&](const auto& x) {
                          const glm::dvec3 y = x - at;
                          return std::hypot(std::hypot(y.x, y.z) - 0.5, y.y) < 0.2;
                        }),
                5e-3);
}

/// Two boxes that form one equal the whole box, in any frame; and the frame of a body of two
/// different parts is its centre of mass with principal axes.
TEST(RigidSolid, PartsAreOneBody) {
  const glm::dvec4 turn = glm::normalize(glm::dvec4(0.3, -0.2, 0.5, 0.7));
  const glm::dvec3 to(1.0, 2.0, -3.0);
  const auto half = [&](double y) {
    return solid_box({0.6f, 0.5f, 1.4f}, 800.0)
        .placed({0, 0, 0, 1}, {0.0, y, 0.0})
        .placed(turn, to);
  };
  JointsModel model;
  const RigidBody body = body_of({half(0.25), half(-0.25)}, {}, model);
  const RigidSolid whole = solid_box({0.6f, 1.0f, 1.4f}, 800.0);
  EXPECT_NEAR(body.mass_kg, whole.mass_kg, 1e-6 * whole.mass_kg);
  EXPECT_LT(glm::distance(body.pose.position_m, to), 1e-6);
  std::array<double, 3> moments{body.inertia_kg_m2.x, body.inertia_kg_m2.y, body.inertia_kg_m2.z};
  std::array<double, 3> wanted{whole.inertia_kg_m2[0][0], whole.inertia_kg_m2[1][1],
                               whole.inertia_kg_m2[2][2]};
  std::ranges::sort(moments);
  std::ranges::sort(wanted);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(moments[k], wanted[k], 1e-6 * wanted[k]);
  // All corners are unchanged, and their bounding box is the whole box.
  for (const RigidCorner& corner : model.shapes[body.shape].corners) {
    const glm::dvec3 x =
        body.pose.position_m + rotated(body.pose.quaternion, glm::dvec3(corner.at_m));
    const glm::dvec3 own = glm::abs(rotated_back(turn, x - to));
    EXPECT_LT(
        std::abs(own.x - 0.3) + std::min(own.y, std::abs(own.y - 0.5)) + std::abs(own.z - 0.7),
        1e-5);
  }
  EXPECT_TRUE(is_inertia(body.inertia_kg_m2));
}

TEST(RigidSolid, HullsHoldAllPointsAndNoMore) {
  std::mt19937 random(2);
  std::normal_distribution<float> normal;
  std::vector<glm::vec3> points_m;
  for (int i = 0; i < 300; ++i)
    points_m.emplace_back(normal(random), normal(random), normal(random));
  const TriangleMesh hull = convex_hull(points_m, "points");
  for (const glm::uvec3& t : hull.triangles) {
    const glm::dvec3 a(hull.positions_m[t.x]), b(hull.positions_m[t.y]), c(hull.positions_m[t.z]);
    const glm::dvec3 n = glm::normalize(glm::cross(b - a, c - a));
    for (const glm::vec3& x : points_m) EXPECT_LT(glm::dot(n, glm::dvec3(x) - a), 1e-5);
  }
  // Closed, of one piece: Euler's formula.
  EXPECT_EQ(hull.triangles.size(), 2 * hull.positions_m.size() - 4);
  std::vector<glm::vec3> many_m;  // all of them corners
  for (int i = 0; i < 30000; ++i)
    many_m.push_back(glm::normalize(glm::vec3(normal(random), normal(random), normal(random))));
  try {
    convex_hull(many_m, "a cloud");
    FAIL() << "it took " << many_m.size() << " points";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "a cloud has more than 20000 triangles; give fewer points or a coarser mesh");
  }
  std::vector<glm::vec3> grid_m;
  for (int i = 0; i < 64; ++i) grid_m.emplace_back(i % 4, i / 4 % 4, i / 16);
  const TriangleMesh box = convex_hull(grid_m, "a grid");
  EXPECT_EQ(box.positions_m.size(), 8u);
  EXPECT_EQ(box.triangles.size(), 12u);
  for (const auto& [points, words] :
       {std::pair(std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "has 3 points"),
        {std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {3, 2, 0}}, "is flat"},
        {std::vector<glm::vec3>(6, glm::vec3(1.0f)), "is flat"}}) {
    try {
      convex_hull(points, "it");
      FAIL() << words;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

JointsSettings touching_settings() {
  JointsSettings settings;
  settings.dt_s = 0.002f;
  settings.contact_distance_m = 0.01f;
  return settings;
}

/// Each shape rests on a box with faces, and on the ground, at its drawn height.
TEST(RigidSolid, LiesAsItIsDrawn) {
  Collider slab{.shape = ColliderShape::box};
  slab.half_size_m = {5.0f, 0.5f, 5.0f};
  slab.center_m = {0.0f, -0.5f, 0.0f};
  const std::vector<glm::vec3> pyramid{{-0.2f, -0.1f, -0.2f},
                                       {0.2f, -0.1f, -0.2f},
                                       {0.2f, -0.1f, 0.2f},
                                       {-0.2f, -0.1f, 0.2f},
                                       {0.0f, 0.2f, 0.0f}};
  const struct {
    RigidSolid solid;
    double high_m;
  } cases[] = {
      {solid_box(glm::vec3(0.3f), 500.0), 0.15},
      {solid_ball(0.15f, 500.0), 0.15},
      {solid_capsule(0.1f, 0.4f, 500.0).placed({0, 0, std::sqrt(0.5), std::sqrt(0.5)}, {}), 0.1},
      {solid_cylinder(0.15f, 0.2f, 500.0), 0.1},
      {solid_hull(convex_hull(pyramid, "a pyramid"), 500.0), 0.1},
      {solid_mesh(ring(0.2f, 0.08f, 24, 12), 500.0), 0.08}};
  Exec exec(Backend::serial);
  for (const Collider& floor : {slab, Collider{.shape = ColliderShape::ground}}) {
    for (const auto& [solid, high_m] : cases) {
      const JointsModel model = one(solid, {0, 0, 0, 1}, {0.0, high_m + 0.01, 0.0});
      const double low_m = model.bodies[0].pose.position_m.y - 0.01;
      JointsWorld world(exec, model, touching_settings(), {floor});
      for (int i = 0; i < 500; ++i) world.advance({.steps = 1});
      EXPECT_NEAR(world.joints().poses()[0].position_m.y, low_m, 5e-4) << high_m;
      EXPECT_EQ(world.trouble(), "");
    }
  }
}

/// A ball rolls down a slope with 5/7 of the sliding acceleration, on a collider with faces, on the
/// ground of a tilted world, and on a fixed body.
TEST(RigidSolid, BallsRollAsTheoryHasIt) {
  const double slope = 10.0 * M_PI / 180.0;
  const glm::dvec4 turn(0.0, 0.0, std::sin(0.5 * slope), std::cos(0.5 * slope));
  const glm::dvec3 up = rotated(turn, glm::dvec3(0.0, 1.0, 0.0));
  Collider ramp{.shape = ColliderShape::box};
  ramp.axes = glm::mat3(glm::vec3(rotated(turn, glm::dvec3(1.0, 0.0, 0.0))), glm::vec3(up),
                        glm::vec3(0.0f, 0.0f, 1.0f));
  ramp.half_size_m = {20.0f, 0.5f, 20.0f};
  ramp.center_m = glm::vec3(-0.5 * up);
  Exec exec(Backend::serial);
  for (const bool on_body : {true, false}) {
    JointsModel model = one(solid_ball(0.2f, 500.0), {0, 0, 0, 1}, 0.2 * up);
    if (on_body) {
      add_box(model, -0.5 * up, {20.0f, 1.0f, 20.0f}, turn);
      model.bodies.back().held = true;
    }
    JointsWorld world(exec, model, touching_settings(),
                      on_body ? std::vector<Collider>{} : std::vector<Collider>{ramp});
    double low_m = 1.0, high_m = 0.0;
    for (int i = 0; i < 500; ++i) {
      world.advance({.steps = 1});
      const double height_m = glm::dot(world.joints().poses()[0].position_m, up);
      low_m = std::min(low_m, height_m);
      high_m = std::max(high_m, height_m);
    }
    EXPECT_NEAR(low_m, 0.2, 2e-5);
    EXPECT_NEAR(high_m, 0.2, 2e-5) << "it is round";
    const double way_m = glm::distance(world.joints().poses()[0].position_m, 0.2 * up);
    const double wanted_m = 0.5 * 5.0 / 7.0 * 9.81 * std::sin(slope);
    std::printf("rolled %g m in a second (%g)\n", way_m, wanted_m);
    EXPECT_NEAR(way_m, wanted_m, 1e-4 * wanted_m);
  }
}

/// Balls and capsules rest on each other at the exact distance of points or segments: on top,
/// across, along, and on an end.
class RoundBodies : public EachBackend {};

TEST_P(RoundBodies, TouchAtTheSumOfTheirRadii) {
  const glm::dvec4 upright(0, 0, 0, 1), along_x(0, 0, std::sqrt(0.5), std::sqrt(0.5)),
      along_z(std::sqrt(0.5), 0, 0, std::sqrt(0.5));
  const RigidSolid ball = solid_ball(0.1f, 500.0), capsule = solid_capsule(0.1f, 0.3f, 500.0);
  const struct {
    RigidSolid lower, upper;
    glm::dvec4 lower_turn, upper_turn;
    double high_m;
  } cases[] = {{ball, ball, upright, upright, 0.2},       {ball, capsule, upright, along_x, 0.2},
               {capsule, ball, along_x, upright, 0.2},    {capsule, capsule, along_x, along_z, 0.2},
               {capsule, capsule, along_x, along_x, 0.2}, {capsule, ball, upright, upright, 0.35},
               {ball, capsule, upright, upright, 0.35}};
  for (const auto& [lower, upper, lower_turn, upper_turn, high_m] : cases) {
    JointsModel model = one(lower, lower_turn, {});
    model.bodies[0].held = true;
    model.bodies.push_back(
        body_of({upper.placed(upper_turn, {0.0, high_m + 0.01, 0.0})}, {}, model));
    JointsWorld world(exec(), model, touching_settings());
    for (int i = 0; i < 100; ++i) world.advance({.steps = 1});
    EXPECT_NEAR(world.joints().poses()[1].position_m.y, high_m, 5e-4)
        << upper_turn.x << ' ' << lower_turn.x << ' ' << high_m;
    EXPECT_EQ(world.trouble(), "");
  }
}

EACH_BACKEND(RoundBodies);

/// An initial state with overlapping round bodies, or a capsule through a box.
TEST(RigidSolid, TellsOfRoundBodiesThatBeginInEachOther) {
  const auto notes = [](const RigidSolid& a, const RigidSolid& b, const glm::dvec3& at_m) {
    JointsModel model = one(a, {0, 0, 0, 1}, {});
    model.bodies.push_back(body_of({b.placed({0, 0, 0, 1}, at_m)}, {}, model));
    Exec exec(Backend::serial);
    JointsWorld world(exec, model, touching_settings());
    std::string all;
    for (const std::string& note : world.notes()) {
      std::printf("%s\n", note.c_str());
      all += note;
    }
    return all;
  };
  const RigidSolid ball = solid_ball(0.1f, 500.0), capsule = solid_capsule(0.1f, 0.3f, 500.0);
  EXPECT_NE(notes(ball, ball, {0.0, 0.15, 0.0}), "");
  EXPECT_NE(notes(ball, capsule, {0.0, 0.3, 0.05}), "");
  EXPECT_NE(notes(capsule, capsule, {0.15, 0.1, 0.0}), "");
  EXPECT_NE(notes(solid_box(glm::vec3(0.2f), 500.0), capsule, {0.0, 0.1, 0.0}), "");
  EXPECT_EQ(notes(ball, capsule, {0.0, 0.36, 0.0}), "");
}

}  // namespace
}  // namespace limber
