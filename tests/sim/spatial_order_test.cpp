// The order of points along a curve that fills space.

#include "sim/mesh/spatial_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "sim/piles/piles_model.h"

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

/// The mean size of the boxes around each run of so many points.
float mean_size_m(const std::vector<glm::vec3>& points_m, std::size_t run) {
  float sum_m = 0.0f;
  for (std::size_t first = 0; first < points_m.size(); first += run) {
    glm::vec3 low(INFINITY), high(-INFINITY);
    for (std::size_t i = first; i < first + run; ++i) {
      low = glm::min(low, points_m[i]);
      high = glm::max(high, points_m[i]);
    }
    sum_m += glm::distance(low, high);
  }
  return sum_m * static_cast<float>(run) / static_cast<float>(points_m.size());
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
  EXPECT_NEAR(mean_size_m(along_m, 64), 0.3f * std::sqrt(3.0f), 1e-5f);
  EXPECT_GT(mean_size_m(points_m, 64), 2.0f);
}

TEST(SpatialOrder, KeepsTheOrderOfPointsInOnePlace) {
  EXPECT_EQ(spatial_order({{1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}}),
            (std::vector<int>{1, 3, 0, 2}));
}

TEST(SpatialOrder, BodiesTakeTheirStateAlong) {
  PilesModel model;
  for (const glm::vec3& x : shuffled_cube(8)) {
    PileBody body;
    body.kind = static_cast<int>(model.bodies.size()) % 3;
    body.pose.position_m = x;
    body.velocity_m_s = 2.0f * x;
    model.bodies.push_back(body);
  }
  std::vector<int> kinds_before(3), kinds(3);
  for (const PileBody& body : model.bodies) ++kinds_before[body.kind];
  sort_in_space(model);
  std::vector<glm::vec3> places_m;
  for (const PileBody& body : model.bodies) {
    ++kinds[body.kind];
    places_m.push_back(body.pose.position_m);
    EXPECT_EQ(body.velocity_m_s, 2.0f * body.pose.position_m);
  }
  EXPECT_EQ(kinds, kinds_before);
  EXPECT_NEAR(mean_size_m(places_m, 64), 0.3f * std::sqrt(3.0f), 1e-5f);
}

}  // namespace
}  // namespace limber
