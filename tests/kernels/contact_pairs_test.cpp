// Which pairs push: those whose sides lie in each other's blocks [Chen25].

#include "kernels/contact/contact_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/view_of.h"

namespace limber {
namespace {

/// Whether the diagonal of a flat square pushes at the border of a triangle above it, if the line
/// between their nearest points is tilted against the square's normal.
bool diagonal_pushes(float tilt_rad, float reach_m = 0.015f) {
  const glm::vec3 up(0.0f, std::cos(tilt_rad), std::sin(tilt_rad));
  // Crosses the diagonal, which is along x, at right angles to `up` and at a small angle.
  const glm::vec3 along =
      std::cos(0.05f) * glm::vec3(1.0f, 0.0f, 0.0f) +
      std::sin(0.05f) * glm::vec3(0.0f, -std::sin(tilt_rad), std::cos(tilt_rad));
  const glm::vec3 over = 0.01f * up;
  const std::vector<glm::vec4> x = {{-1.0f, 0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f, 0.0f},
                                    {0.0f, 0.0f, 1.0f, 0.0f},  {0.0f, 0.0f, -1.0f, 0.0f},
                                    {over - along, 0.0f},      {over + along, 0.0f},
                                    {over + up, 0.0f}};
  const std::vector<int> points = {0, 1, 2, 3, 4, 5, 6};
  const std::vector<glm::ivec2> opposites = {{2, 3}, {6, -1}};
  ContactMesh mesh;
  mesh.points = view_of(points);
  mesh.opposites = view_of(opposites);
  mesh.triangles = 3;
  mesh.free_points = 7;
  mesh.free_edges = 2;
  const std::vector<ContactPair> pairs = {
      {.corners = {0, 1, 4, 5}, .owner = 7, .thing = 4, .reach_m = reach_m, .friction = 0.0f}};
  std::vector<PairFrame> frames(1);
  std::vector<float> targets_m(1);
  std::vector<PairImpulse> impulses(1);
  BeginPairs{.mesh = mesh,
             .pairs = view_of(pairs),
             .starts_m = view_of(x),
             .have_moved = {},
             .frames = {frames.data(), 1},
             .targets_m = {targets_m.data(), 1},
             .impulses = {impulses.data(), 1},
             .dt_s = 0.005f}(0);
  EXPECT_NEAR(std::abs(glm::dot(frames[0].normal, up)), 1.0f, 1e-4f);
  EXPECT_NEAR(frames[0].gap_m, 0.01f, 1e-5f);
  return targets_m[0] >= 0.0f;
}

TEST(ContactPairs, EdgesInFlatPlacesPushAlongTheNormalOnly) {
  EXPECT_TRUE(diagonal_pushes(0.0f));
  EXPECT_TRUE(diagonal_pushes(0.05f));
  EXPECT_TRUE(diagonal_pushes(-0.05f));
  EXPECT_FALSE(diagonal_pushes(0.2f));
  EXPECT_FALSE(diagonal_pushes(-0.2f));
  EXPECT_FALSE(diagonal_pushes(1.2f));
}

/// What holds an edge back must also push it away.
TEST(ContactPairs, EdgesThatAreVeryNearAlwaysPush) { EXPECT_TRUE(diagonal_pushes(0.2f, 0.025f)); }

}  // namespace
}  // namespace limber
