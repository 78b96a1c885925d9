// How deep rigid bodies are in each other, where it is known.

#include "scenes/body_depths.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/mesh/shape_mesh.h"

namespace limber {
namespace {

struct DrawnBodies {
  DrawList list;
  std::vector<PublishedVertex> vertices;

  /// A box turned by that angle around the vertical.
  void add_box(glm::vec3 center_m, glm::vec3 half_size_m, float turn_rad = 0.0f) {
    add(box_mesh(glm::vec3(0.0f), half_size_m), center_m, turn_rad);
  }
  void add(StaticMesh mesh, glm::vec3 center_m, float turn_rad = 0.0f) {
    list.instances.push_back({std::move(mesh), static_cast<int>(vertices.size()), 1});
    vertices.push_back(
        {center_m, 0.0f, {0.0f, std::sin(0.5f * turn_rad), 0.0f}, std::cos(0.5f * turn_rad)});
  }
  BodyDepths depths_m() const { return body_depths_m(list, vertices); }
};

using Pair = std::pair<int, int>;

TEST(BodyDepths, AreThoseOfTheDeepestVertex) {
  DrawnBodies bodies;
  bodies.add_box({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f});
  bodies.add_box({1.9f, 0.3f, 0.0f}, {1.0f, 0.5f, 0.5f});
  bodies.add_box({2.0f, 3.0f, 0.0f}, {1.0f, 1.0f, 1.0f});  // apart from both
  const BodyDepths depths_m = bodies.depths_m();
  ASSERT_EQ(depths_m.size(), 1u);
  EXPECT_NEAR(depths_m.at(Pair(0, 1)), 0.1, 1e-6);
}

/// A corner, half a side's diagonal from the middle of its box, in the face of another box.
TEST(BodyDepths, FollowWhereABodyIsTurned) {
  DrawnBodies bodies;
  bodies.add_box({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f});
  bodies.add_box({2.3f, 0.0f, 0.0f}, {1.0f, 0.5f, 1.0f});
  EXPECT_TRUE(bodies.depths_m().empty());
  bodies.list.instances.pop_back();
  bodies.vertices.pop_back();
  bodies.add_box({2.3f, 0.0f, 0.0f}, {1.0f, 0.5f, 1.0f}, 0.7853982f);
  EXPECT_NEAR(bodies.depths_m().at(Pair(0, 1)), 1.0 + std::sqrt(2.0) - 2.3, 1e-6);
}

/// No vertex of one is in the other.
TEST(BodyDepths, SeeEdgesThatPassThroughABody) {
  DrawnBodies bodies;
  bodies.add_box({0.0f, 0.0f, 0.0f}, {3.0f, 0.1f, 0.1f});
  bodies.add_box({0.0f, 0.15f, 0.0f}, {0.1f, 0.1f, 3.0f});
  EXPECT_NEAR(bodies.depths_m().at(Pair(0, 1)), 0.05, 1e-6);
}

TEST(BodyDepths, TakeABodyWithinAnotherFromItsSurface) {
  DrawnBodies bodies;
  bodies.add_box({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f});
  bodies.add(sphere_mesh(glm::vec3(0.0f), 0.2f), {0.5f, 0.0f, 0.0f});
  EXPECT_NEAR(bodies.depths_m().at(Pair(0, 1)), 0.7, 0.01);
}

TEST(BodyDepths, DeepenFromTheStart) {
  const Pair joined(0, 1), apart(0, 2), parted(1, 2);
  const BodyDepths start{{joined, 0.3}, {parted, 0.2}};
  EXPECT_NEAR(largest_deepening_m(start, {{joined, 0.32}, {apart, 0.01}}), 0.02, 1e-12);
  EXPECT_NEAR(largest_deepening_m(start, {{joined, 0.29}, {apart, 0.01}}), 0.01, 1e-12);
  EXPECT_EQ(largest_deepening_m(start, {{joined, 0.2}}), 0.0);
  EXPECT_EQ(largest_deepening_m(start, {}), 0.0);
}

}  // namespace
}  // namespace limber
