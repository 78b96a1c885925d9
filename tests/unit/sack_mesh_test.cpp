#include "sim/mesh/sack_mesh.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/mesh/triangle_tree.h"

namespace limber {
namespace {

double area_m2(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::dvec3 a = mesh.positions_m[t.x], b = mesh.positions_m[t.y],
                     c = mesh.positions_m[t.z];
    sum += 0.5 * glm::length(glm::cross(b - a, c - a));
  }
  return sum;
}

/// Half of a prolate spheroid's.
double half_spheroid_m2(double radius_m, double depth_m) {
  const double e = std::sqrt(1.0 - std::pow(radius_m / depth_m, 2));
  return M_PI * radius_m * radius_m * (1.0 + depth_m / (radius_m * e) * std::asin(e));
}

TEST(SackMesh, IsHalfAnEllipsoidWithALevelMouth) {
  constexpr int columns = 41, rows = 33;
  const glm::vec3 mouth_m(1.0f, 2.0f, -1.0f);
  const TriangleMesh sack = sack_mesh(columns, rows, 0.4f, 0.5f, mouth_m);
  ASSERT_EQ(sack.positions_m.size(), columns * rows);
  for (int i = 0; i < columns * rows; ++i) {
    const glm::dvec3 x = sack.positions_m[i] - mouth_m;
    const double side_m = std::hypot(x.x, x.z);
    EXPECT_NEAR(std::pow(side_m / 0.2, 2) + std::pow(x.y / 0.5, 2), 1.0, 1e-4);
    const bool on_border = i / columns % (rows - 1) == 0 || i % columns % (columns - 1) == 0;
    EXPECT_EQ(x.y > -1e-3, on_border) << i;
  }
  EXPECT_NEAR(area_m2(sack), half_spheroid_m2(0.2, 0.5), 0.01 * half_spheroid_m2(0.2, 0.5));
  for (const glm::uvec3& t : sack.triangles) {
    const glm::dvec3 a = sack.positions_m[t.x], b = sack.positions_m[t.y],
                     c = sack.positions_m[t.z];
    const glm::dvec3 outwards = (a + b + c) / 3.0 - glm::dvec3(mouth_m) - glm::dvec3(0, 0.1, 0);
    EXPECT_GT(glm::dot(glm::cross(b - a, c - a), outwards), 0.0);
  }
  EXPECT_TRUE(TriangleTree(sack).crossings().empty());
}

/// A vertex where needle triangles meet would be slow to solve and bad for contacts.
TEST(SackMesh, HasTrianglesOfAlikeSize) {
  constexpr int side = 49;
  const TriangleMesh sack = sack_mesh(side, side, 0.36f, 0.34f, {});
  const double mean_m = std::sqrt(area_m2(sack) / ((side - 1) * (side - 1)));
  for (const glm::uvec3& t : sack.triangles)
    for (int k = 0; k < 3; ++k) {
      const double edge_m = glm::distance(sack.positions_m[t[k]], sack.positions_m[t[(k + 1) % 3]]);
      EXPECT_GT(edge_m, 0.45 * mean_m);
      EXPECT_LT(edge_m, 2.5 * mean_m);
    }
}

}  // namespace
}  // namespace limber
