// The order of points along a curve that fills space.

#include "sim/mesh/spatial_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "sim/piles/piles_model.h"
#include "tests/sim/runs_of_points.h"

namespace limber {
namespace {

/// A cube of points in random order.
std::vector<glm::vec3> shuffled_cube(int side) {
  std::vector<glm::vec3> points_m;
  for (int i = 0; i < side * side * side; ++i)
    points_m.push_back(0.1f * glm::vec3(i % side, i / side % side, i / side / side));
  std::ranges::shuffle(points_m, std::mt19937(3));
  return points_m;
}

TEST(SpatialOrder, KeepsNeighboursTogether) {
  const std::vector<glm::vec3> points_m = shuffled_cube(16);
  const std::vector<int> order = spatial_order(points_m);
  std::vector<int> sorted = order, all(points_m.size());
  std::ranges::sort(sorted);
  std::iota(all.begin(), all.end(), 0);
  ASSERT_EQ(sorted, all);
  std::vector<glm::vec3> along_m;
  for (const int i : order) along_m.push_back(points_m[i]);
  // Cubes of four points along each side.
  EXPECT_NEAR(mean_size_of_runs_m(along_m, 64), 0.3f * std::sqrt(3.0f), 1e-5f);
  EXPECT_GT(mean_size_of_runs_m(points_m, 64), 2.0f);
}

TEST(SpatialOrder, KeepsTheOrderOfPointsInOnePlace) {
  std::vector<glm::vec3> points_m;
  for (int i = 0; i < 200; ++i) points_m.emplace_back(i % 3 == 0 ? 1.0f : 0.0f, 0.0f, 0.0f);
  std::vector<int> expected;
  for (const float x_m : {0.0f, 1.0f})
    for (int i = 0; i < 200; ++i)
      if (points_m[i].x == x_m) expected.push_back(i);
  EXPECT_EQ(spatial_order(points_m), expected);
}

TEST(SpatialOrder, BodiesTakeTheirStateAlong) {
  const auto kind_at = [](const glm::vec3& x) { return static_cast<int>(10.0f * x.x + 0.5f) % 3; };
  PilesModel model;
  for (const glm::vec3& x : shuffled_cube(8)) {
    PileBody body;
    body.kind = kind_at(x);
    body.pose.position_m = x;
    body.pose.quaternion = glm::vec4(x, 1.0f);
    body.velocity_m_s = 2.0f * x;
    body.spin_rad_s = 3.0f * x;
    model.bodies.push_back(body);
  }
  sort_in_space(model);
  std::vector<glm::vec3> places_m;
  for (const PileBody& body : model.bodies) {
    const glm::vec3 x = body.pose.position_m;
    places_m.push_back(x);
    EXPECT_EQ(body.kind, kind_at(x));
    EXPECT_EQ(body.pose.quaternion, glm::vec4(x, 1.0f));
    EXPECT_EQ(body.velocity_m_s, 2.0f * x);
    EXPECT_EQ(body.spin_rad_s, 3.0f * x);
  }
  EXPECT_NEAR(mean_size_of_runs_m(places_m, 64), 0.3f * std::sqrt(3.0f), 1e-5f);
}

}  // namespace
}  // namespace limber
