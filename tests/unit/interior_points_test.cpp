#include "sim/mesh/interior_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "sim/mesh/surfaces.h"
#include "sim/mesh/triangle_tree.h"
#include "tests/unit/small_surfaces.h"

namespace limber {
namespace {

class InteriorPoints : public testing::TestWithParam<int> {};

TEST_P(InteriorPoints, LieInsideInLayersThatGrowCoarser) {
  Progress progress;
  for (const TriangleMesh& surface : {ball_mesh(4, 0.5f, {1, 2, 3}), torus(80, 40, 0.5f, 0.25f)}) {
    const std::vector<glm::vec3> points = interior_points(surface, GetParam(), progress);
    EXPECT_LE(points.size(), static_cast<std::size_t>(GetParam()));
    EXPECT_GE(static_cast<double>(points.size()), 0.9 * GetParam());
    EXPECT_EQ(points, interior_points(surface, GetParam(), progress));

    const TriangleTree tree(surface);
    std::vector<float> depths_m, spreads;  // to the nearest neighbour, in depths of the deeper one
    for (const glm::vec3& x : points) depths_m.push_back(-tree.signed_distance_m(x));
    for (std::size_t i = 0; i < points.size(); ++i) {
      float spread = std::numeric_limits<float>::infinity();
      for (std::size_t j = 0; j < points.size(); ++j)
        if (j != i)
          spread = std::min(
              spread, glm::distance(points[i], points[j]) / std::max(depths_m[i], depths_m[j]));
      spreads.push_back(spread);
    }
    std::sort(spreads.begin(), spreads.end());
    EXPECT_GE(*std::min_element(depths_m.begin(), depths_m.end()), 1.49f * mean_edge_m(surface));
    EXPECT_GE(spreads[0], 0.6f * spreads[spreads.size() / 2]) << "two are too near to each other";
    EXPECT_LE(spreads[spreads.size() * 9 / 10], 2.0f * spreads[0]) << "there are gaps";
  }
}

INSTANTIATE_TEST_SUITE_P(few_and_many, InteriorPoints, testing::Values(50, 400, 3000));

TEST(InteriorPoints, AreNoneWhereTheSolidIsThin) {
  Progress progress;
  EXPECT_TRUE(interior_points(torus(60, 6, 0.5f, 0.03f), 100, progress).empty());
  EXPECT_TRUE(interior_points(cube({0, 0, 0}, 1.0f), 0, progress).empty());
}

TEST(InteriorPoints, CanBeCancelled) {
  class Cancels : public Progress {
    void report(const std::string&, float) override { throw Cancelled{}; }
  } user;
  EXPECT_THROW(interior_points(ball_mesh(3, 0.5f, {0, 0, 0}), 10, user), Cancelled);
}

}  // namespace
}  // namespace limber
