#include "sim/mesh/attachment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "sim/mesh/lattice_mesher.h"
#include "tests/unit/small_surfaces.h"

namespace limber {
namespace {

TetraMesh torus_solid() {
  Progress silent;
  return fill_with_lattice(torus_distance, glm::vec3(-1.5f), glm::vec3(1.5f), 0.15f, silent);
}

glm::vec3 place_of(const Attachment& at, const TetraMesh& mesh) {
  glm::vec3 sum(0.0f);
  for (int k = 0; k < 4; ++k) sum += at.weights[k] * mesh.positions_m[at.corners[k]];
  return sum;
}

bool holds(const Attachment& at) {
  return std::min({at.weights.x, at.weights.y, at.weights.z, at.weights.w}) >= -1e-5f;
}

std::vector<glm::vec3> random_points(int count, float reach_m) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> place(-reach_m, reach_m);
  std::vector<glm::vec3> points(count);
  for (glm::vec3& p : points) p = {place(random), place(random), place(random)};
  return points;
}

TEST(Attachment, TheWeightsGiveThePointBack) {
  const TetraMesh mesh = torus_solid();
  const std::vector<glm::vec3> points = random_points(3000, 1.7f);
  const std::vector<Attachment> attachments = attach(points, mesh);
  ASSERT_EQ(attachments.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const glm::vec4& w = attachments[i].weights;
    EXPECT_NEAR(w.x + w.y + w.z + w.w, 1.0f, 1e-4f);
    EXPECT_LT(glm::distance(place_of(attachments[i], mesh), points[i]), 2e-5f);
  }
}

TEST(Attachment, PointsInsideLieInTheirTetrahedron) {
  const TetraMesh mesh = torus_solid();
  int inside = 0;
  const std::vector<glm::vec3> points = random_points(3000, 1.5f);
  const std::vector<Attachment> attachments = attach(points, mesh);
  for (std::size_t i = 0; i < points.size(); ++i) {
    // Flat faces leave the round surface a little, to either side.
    if (torus_distance(points[i]) < -0.03f) {
      EXPECT_TRUE(holds(attachments[i]));
      ++inside;
    } else if (torus_distance(points[i]) > 0.03f) {
      EXPECT_FALSE(holds(attachments[i]));
    }
  }
  EXPECT_GT(inside, 200);
}

TEST(Attachment, VerticesOfTheMeshAreHeld) {
  const TetraMesh mesh = torus_solid();
  for (const Attachment& at : attach(mesh.positions_m, mesh)) EXPECT_TRUE(holds(at));
}

// The nearest face's tetrahedron, found by trying points of all tetrahedra.
TEST(Attachment, PointsOutsideRideOnTheNearestTetrahedron) {
  const TetraMesh mesh = torus_solid();
  const std::vector<glm::uvec3> boundary = boundary_of(mesh.tetrahedra);
  const auto sampled_distance = [](const glm::vec3& p, const std::array<glm::vec3, 3>& t) {
    constexpr int steps = 16;
    float nearest = INFINITY;
    for (int i = 0; i <= steps; ++i)
      for (int j = 0; i + j <= steps; ++j)
        nearest = std::min(nearest, glm::distance(p, t[0] + (t[1] - t[0]) * (i / float(steps)) +
                                                         (t[2] - t[0]) * (j / float(steps))));
    return nearest;
  };
  int outside = 0;
  const std::vector<glm::vec3> points = random_points(400, 2.5f);
  const std::vector<Attachment> attachments = attach(points, mesh);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const glm::vec3& p = points[i];
    if (torus_distance(p) < 0.03f) continue;
    ++outside;
    float nearest = INFINITY, mine = INFINITY;
    for (const glm::uvec3& t : boundary) {
      const float distance = sampled_distance(
          p, {mesh.positions_m[t.x], mesh.positions_m[t.y], mesh.positions_m[t.z]});
      nearest = std::min(nearest, distance);
      int shared = 0;
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 4; ++l) shared += static_cast<int>(t[k]) == attachments[i].corners[l];
      if (shared == 3) mine = std::min(mine, distance);
    }
    EXPECT_LT(mine, nearest + 0.01f);
  }
  EXPECT_GT(outside, 200);
}

TEST(Attachment, OneTetrahedronHoldsEverything) {
  const TetraMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}};
  const std::vector<Attachment> at = attach({{0.25f, 0.25f, 0.25f}, {1, 1, 1}, {-9, 0, 0}}, mesh);
  EXPECT_LT(glm::distance(at[0].weights, glm::vec4(0.25f)), 1e-6f);
  EXPECT_LT(glm::distance(at[1].weights, glm::vec4(-2, 1, 1, 1)), 1e-6f);
  EXPECT_LT(glm::distance(at[2].weights, glm::vec4(10, -9, 0, 0)), 1e-5f);
}

}  // namespace
}  // namespace limber
