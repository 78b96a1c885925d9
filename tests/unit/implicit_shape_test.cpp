#include "sim/mesh/implicit_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <numbers>
#include <random>

#include "tests/unit/small_surfaces.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

const glm::vec3 shape_center(0.3f, -0.2f, 0.5f);
const glm::mat3 tilted = glm::mat3_cast(glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, 3))));

TriangleMesh polygonised(const ImplicitShape& shape, float cell_m) {
  Progress silent;
  return polygonise(shape.distance, shape.low_m, shape.high_m, cell_m, silent);
}

double smallest_angle_deg(const TriangleMesh& mesh) {
  double smallest = 180.0;
  for (const glm::uvec3& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      const glm::dvec3 a(mesh.positions_m[t[k]]), b(mesh.positions_m[t[(k + 1) % 3]]),
          c(mesh.positions_m[t[(k + 2) % 3]]);
      const double cosine = glm::dot(glm::normalize(b - a), glm::normalize(c - a));
      smallest =
          std::min(smallest, std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi);
    }
  }
  return smallest;
}

/// Closed, outward, on the shape, well-shaped, and no triangle turned over.
void expect_good_surface(const TriangleMesh& mesh, const ImplicitShape& shape, float cell_m) {
  EXPECT_FALSE(mesh.triangles.empty());
  expect_closed_manifold(mesh.triangles);
  EXPECT_GT(smallest_angle_deg(mesh), 18.0);
  for (const glm::vec3& x : mesh.positions_m) EXPECT_NEAR(shape.distance(x), 0.0f, 0.002f * cell_m);
  int turned_over = 0;
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::vec3 &a = mesh.positions_m[t.x], &b = mesh.positions_m[t.y],
                    &c = mesh.positions_m[t.z];
    const glm::vec3 out = glm::normalize(glm::cross(b - a, c - a));
    const glm::vec3 middle = (a + b + c) / 3.0f;
    turned_over += shape.distance(middle + 0.2f * cell_m * out) <= shape.distance(middle);
  }
  EXPECT_EQ(turned_over, 0);
}

TEST(ImplicitShape, Ball) {
  const ImplicitShape ball = ball_shape(shape_center, 0.7f);
  EXPECT_NEAR(ball.distance(shape_center), -0.7f, 1e-6f);
  EXPECT_NEAR(ball.distance(shape_center + glm::vec3(0, 2, 0)), 1.3f, 1e-6f);
}

TEST(ImplicitShape, Torus) {
  const glm::vec3 axis(1, 2, -3), along = glm::normalize(axis);
  const glm::vec3 across = glm::normalize(glm::cross(axis, glm::vec3(0, 1, 0)));
  const ImplicitShape torus = torus_shape(shape_center, axis, 1.0f, 0.4f);
  EXPECT_NEAR(torus.distance(shape_center), 0.6f, 1e-5f);
  EXPECT_NEAR(torus.distance(shape_center + across), -0.4f, 1e-5f);
  EXPECT_NEAR(torus.distance(shape_center + across + 0.5f * along), 0.1f, 1e-5f);
  EXPECT_NEAR(torus.distance(shape_center + 2.0f * across), 0.6f, 1e-5f);
}

TEST(ImplicitShape, Box) {
  const ImplicitShape box = box_shape(shape_center, {0.5f, 1.0f, 0.25f}, tilted, 0.1f);
  const auto at = [&](glm::vec3 x) { return box.distance(shape_center + tilted * x); };
  EXPECT_NEAR(at({0, 0, 0}), -0.25f, 1e-5f);
  EXPECT_NEAR(at({0.7f, 0, 0}), 0.2f, 1e-5f);
  EXPECT_NEAR(at({0, -1.0f, 0}), 0.0f, 1e-5f);
  EXPECT_NEAR(at({0.5f, 1.0f, 0}), 0.1f * (std::sqrt(2.0f) - 1.0f), 1e-5f);  // the round edge
}

// The sweep of a ball, by trying many of the balls.
TEST(ImplicitShape, RoundConeIsTheSweepOfABall) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> place(-2.0f, 2.0f), radius(0.05f, 1.0f);
  const auto point = [&] { return glm::vec3(place(random), place(random), place(random)); };
  for (int i = 0; i < 40; ++i) {
    // Every fourth is so short that one ball holds the other.
    RoundCone cone{point(), radius(random), point(), radius(random)};
    if (i % 4 == 0) cone.b_m = cone.a_m + glm::vec3(0, 0, 0.3f * cone.a_radius_m);
    if (i % 8 == 0) cone.b_radius_m = 0.5f * cone.a_radius_m;
    if (i == 4) cone.b_m = cone.a_m;
    const ImplicitShape shape = blend_shape({cone}, 0.0f);
    for (int j = 0; j < 20; ++j) {
      const glm::vec3 x = point();
      float nearest = INFINITY;
      for (int k = 0; k <= 2000; ++k) {
        const float t = static_cast<float>(k) / 2000.0f;
        nearest = std::min(nearest, glm::distance(x, glm::mix(cone.a_m, cone.b_m, t)) -
                                        glm::mix(cone.a_radius_m, cone.b_radius_m, t));
      }
      EXPECT_NEAR(shape.distance(x), nearest, 1e-5f);
    }
  }
}

TEST(ImplicitShape, ABlendFillsTheCreaseOnly) {
  const std::vector<RoundCone> bones{{{-1, 0, 0}, 0.5f, {1, 0, 0}, 0.5f},
                                     {{0, -1, 0}, 0.5f, {0, 1, 0}, 0.5f}};
  const ImplicitShape sharp = blend_shape(bones, 0.0f), soft = blend_shape(bones, 0.3f);
  const glm::vec3 crease(0.5f, 0.5f, 0.0f), far_off(1.5f, 0.0f, 0.0f);
  EXPECT_NEAR(sharp.distance(crease), 0.0f, 1e-6f);
  EXPECT_NEAR(soft.distance(crease), -0.05f, 1e-6f);
  EXPECT_EQ(soft.distance(far_off), sharp.distance(far_off));
  EXPECT_NEAR(soft.distance(far_off), 0.0f, 1e-6f);
}

// The same, bone after bone, without leaving any out.
TEST(ImplicitShape, ABlendOfManyBonesCountsThemAll) {
  std::mt19937 random(4);
  std::uniform_real_distribution<float> place(-1.0f, 1.0f), radius(0.05f, 0.4f);
  const auto point = [&] { return glm::vec3(place(random), place(random), place(random)); };
  std::vector<RoundCone> bones(15);
  for (RoundCone& bone : bones) bone = {point(), radius(random), point(), radius(random)};
  const ImplicitShape all = blend_shape(bones, 0.2f);
  for (int i = 0; i < 500; ++i) {
    const glm::vec3 x = 2.0f * point();
    float expected = INFINITY;
    for (const RoundCone& bone : bones) {
      const float d = blend_shape({bone}, 0.0f).distance(x);
      const float h = std::max(1.0f - std::abs(expected - d) / 0.2f, 0.0f);
      expected = std::min(expected, d) - h * h * h * 0.2f / 6.0f;
    }
    EXPECT_NEAR(all.distance(x), expected, 1e-5f);
  }
}

TEST(ImplicitShape, TheBoxHoldsTheShape) {
  for (const ImplicitShape& shape :
       {ball_shape(shape_center, 0.7f), torus_shape(shape_center, {1, 2, -3}, 1.0f, 0.4f),
        box_shape(shape_center, {0.5f, 1.0f, 0.25f}, tilted, 0.0f),
        blend_shape({{{-1, 0, 0}, 0.5f, {1, 1, 0}, 0.2f}, {{0, 0, -1}, 0.1f, {0, 0, 1}, 0.6f}},
                    0.3f)}) {
    const glm::vec3 extent = shape.high_m - shape.low_m;
    int outside = 0;
    for (int i = 0; i < 20 * 20; ++i) {
      const glm::vec2 share(static_cast<float>(i % 20) / 19.0f, static_cast<float>(i / 20) / 19.0f);
      for (int axis = 0; axis < 3; ++axis) {
        glm::vec3 x = shape.low_m;
        x[(axis + 1) % 3] += share.x * extent[(axis + 1) % 3];
        x[(axis + 2) % 3] += share.y * extent[(axis + 2) % 3];
        outside += shape.distance(x) > 0.0f;
        x[axis] = shape.high_m[axis];
        outside += shape.distance(x) > 0.0f;
      }
    }
    EXPECT_EQ(outside, 6 * 20 * 20);
  }
}

TEST(ImplicitShape, SurfacesAreClosedAndWellShaped) {
  const ImplicitShape torus = torus_shape(shape_center, {1, 2, -3}, 1.0f, 0.4f);
  const ImplicitShape cross = blend_shape(
      {{{-1, 0, 0}, 0.4f, {1, 0, 0}, 0.3f}, {{0, -1, 0}, 0.3f, {0, 1, 0.4f}, 0.2f}}, 0.3f);
  const ImplicitShape box = box_shape(shape_center, {0.5f, 0.8f, 0.3f}, tilted, 0.2f);
  for (const ImplicitShape& shape : {torus, cross, box}) {
    const TriangleMesh mesh = polygonised(shape, 0.08f);
    expect_good_surface(mesh, shape, 0.08f);
  }
  EXPECT_NEAR(
      volume_m3(polygonised(torus, 0.08f)) / (2.0 * std::numbers::pi * std::numbers::pi * 0.16),
      1.0, 0.01);
}

TEST(ImplicitShape, PolygonisingReportsForward) {
  struct Forward : Progress {
    float last = -1.0f;
    void report(const std::string&, float share) override {
      EXPECT_GE(share, last);
      EXPECT_LE(share, 1.0f);
      last = share;
    }
  } forward;
  const ImplicitShape ball = ball_shape(shape_center, 0.7f);
  polygonise(ball.distance, ball.low_m, ball.high_m, 0.1f, forward);
  EXPECT_GT(forward.last, 0.8f);
}

}  // namespace
}  // namespace limber
