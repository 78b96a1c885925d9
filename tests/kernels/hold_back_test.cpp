// By how much planes between pairs hold back their sides.

#include "kernels/contact/hold_back.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/view_of.h"

namespace limber {
namespace {

constexpr float reach_m = 0.01f, min_m = min_gap_share * reach_m;

/// A point above a triangle.
class PointAndTriangle {
 public:
  explicit PointAndTriangle(float gap_m) {
    frames[0] = {{0.0f, 1.0f, 0.0f}, gap_m, {1.0f, 0.3f, 0.3f, 0.4f}};
    for (const glm::vec3& x :
         {glm::vec3(0.0f, gap_m, 0.0f), {-1.0f, 0.0f, -1.0f}, {1.0f, 0.0f, -1.0f}, {0, 0, 1}}) {
      starts_m.emplace_back(x, 0.0f);
      particles.push_back({x, 1.0f});
    }
  }

  void move(float point_m, float triangle_m) {
    for (int i = 0; i < 4; ++i)
      particles[i].position_m =
          glm::vec3(starts_m[i]) + glm::vec3(0.0f, i == 0 ? point_m : triangle_m, 0.0f);
  }

  /// The shares of their displacements that a pass leaves to the point and to the triangle.
  glm::vec2 shares_after(int pass, float kept_gap = 1.0f) {
    const std::vector<int> points = {0, 1, 2, 3};
    const std::vector<PointTraits> traits(4, {0.5f * reach_m});
    const std::vector<int> body_of_point(4, 0);
    ContactMesh mesh;
    mesh.points = view_of(points);
    mesh.traits = view_of(traits);
    mesh.body_of_point = view_of(body_of_point);
    mesh.first_box = 1000;
    mesh.first_kinematic_point = 4;
    const std::vector<int> shares(4, bits_of(1.0f));
    std::vector<int> next = shares;
    std::vector<SearchState> state(1);
    StayBehindPlanes{.mesh = mesh,
                     .pairs = view_of(pairs),
                     .frames = view_of(frames),
                     .starts_m = view_of(starts_m),
                     .particles = view_of(particles),
                     .bodies = {},
                     .shares = view_of(shares),
                     .next_shares = written(next),
                     .state = written(state),
                     .pass = pass,
                     .kinematic_only = false,
                     .kept_gap = kept_gap}(0);
    return {float_of(next[0]), float_of(next[1])};
  }

 private:
  const std::vector<ContactPair> pairs{{{0, 1, 2, 3}, 0, 0, reach_m, 0.0f}};
  std::vector<PairFrame> frames = std::vector<PairFrame>(1);
  std::vector<glm::vec4> starts_m;
  std::vector<Particle> particles;
};

TEST(StayBehindPlanes, KeepsTheMinimumGap) {
  PointAndTriangle sides(2.0f * min_m);
  sides.move(-2.0f * min_m, 0.0f);
  EXPECT_NEAR(sides.shares_after(0).x, 0.5f, 1e-2f);
  sides.move(2.0f * min_m, 0.0f);
  EXPECT_EQ(sides.shares_after(0), glm::vec2(1.0f));
  sides.move(-1.0f, -1.0f);
  EXPECT_EQ(sides.shares_after(0), glm::vec2(1.0f)) << "the plane moves along";
}

/// Two twigs at the minimum gap that sway together must not stop the plant.
TEST(StayBehindPlanes, StandStillForThoseAtTheMinimumWithoutLeeway) {
  PointAndTriangle sides(min_m);
  sides.move(-0.2f * min_m, -0.2f * min_m);
  EXPECT_EQ(sides.shares_after(0), glm::vec2(1.0f)) << "the plane moves along";
  EXPECT_NEAR(sides.shares_after(moving_planes).x, 0.0f, 1e-2f);
  EXPECT_EQ(sides.shares_after(moving_planes, 0.5f), glm::vec2(1.0f));
  sides.move(-2.0f * min_m, -2.0f * min_m);
  const glm::vec2 shares = sides.shares_after(moving_planes, 0.5f);
  EXPECT_NEAR(shares.x, 0.25f, 1e-2f) << "half of the minimum is kept";
  EXPECT_EQ(shares.y, 1.0f);
  EXPECT_EQ(sides.shares_after(moving_planes + standing_planes_if_redirected - 1, 0.5f), shares);
}

}  // namespace
}  // namespace limber
