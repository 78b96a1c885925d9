// Pins that follow a path, and bands that follow a curve.

#include <gtest/gtest.h>

#include "sim/mesh/band_mesh.h"
#include "sim/mesh/triangle_tree.h"
#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"

namespace limber {
namespace {

class MovedPins : public EachBackend {};

/// Both ends of a cloth are pulled apart and up, and held there.
TEST_P(MovedPins, GoWhereTheirPathSays) {
  constexpr int side = 7;
  Placed<PbdModel> model;
  Cloth cloth{.mesh = grid_mesh(side, side, glm::vec2(1.0f), {0, 2, 0}, {1, 0, 0}, {0, 0, 1})};
  for (int r = 0; r < side; ++r) {
    cloth.pinned.insert(cloth.pinned.end(), {r * side, r * side + side - 1});
    cloth.mirrored.push_back(r * side);
  }
  cloth.path = {{0.0f, glm::vec3(0.0f)}, {0.2f, {0.05f, 0.1f, 0.0f}}, {0.4f, {0.05f, 0.1f, 0.0f}}};
  cloth.path_repeats = false;
  add_cloth(model, cloth);
  PbdSettings settings = free_settings();
  settings.contact_distance_m = 0.02f;  // so that contacts can stop the free particles
  PbdWorld world(exec(), model, settings);
  const auto way_m = [&](int i) { return world.positions_m()[i] - cloth.mesh.positions_m[i]; };
  run_singly(world, 10);  // 0.1 s: about half way
  EXPECT_NEAR(way_m(side - 1).y, 0.05f, 0.02f);
  EXPECT_EQ(way_m(side - 1).y, way_m(0).y);
  EXPECT_EQ(way_m(side - 1).x, -way_m(0).x);
  for (int part = 0; part < 2; ++part) {
    run_singly(world, 30);
    for (int r = 0; r < side; ++r) {
      EXPECT_LT(glm::distance(way_m(r * side + side - 1), {0.05f, 0.1f, 0}), 1e-5f);
      EXPECT_LT(glm::distance(way_m(r * side), {-0.05f, 0.1f, 0}), 1e-5f);
    }
  }
  EXPECT_GT(way_m(side * side / 2).y, 0.05f) << "the middle follows";
  world.reset();
  run_singly(world, 60);
  EXPECT_LT(glm::distance(way_m(0), {-0.05f, 0.1f, 0}), 1e-5f);
}

EACH_BACKEND(MovedPins);

TEST(BandMesh, FollowsItsCurveEvenlyAndCrossesNothing) {
  constexpr int columns = 61, rows = 4;
  std::vector<glm::vec3> along_m;
  for (int i = 0; i <= 24; ++i) {  // a helix of 1.5 turns
    const float angle = 3.0f * 3.14159265f * static_cast<float>(i) / 24.0f;
    along_m.emplace_back(std::cos(angle), 0.1f * angle, std::sin(angle));
  }
  const TriangleMesh band = band_mesh(columns, rows, 0.2f, along_m, {0, 1, 0});
  const double length_m = 3.0 * 3.14159265 * std::sqrt(1.0 + 0.01);
  const auto at = [&](int c, int r) { return glm::dvec3(band.positions_m[r * columns + c]); };
  for (int c = 0; c < columns; ++c) {
    const glm::dvec3 middle = 0.5 * (at(c, 0) + at(c, rows - 1));
    EXPECT_NEAR(std::hypot(middle.x, middle.z), 1.0, 0.015) << "the curve ends straight";
    EXPECT_NEAR(glm::distance(at(c, 0), at(c, rows - 1)), 0.2, 1e-5);
    if (c == 0) continue;
    const glm::dvec3 before = 0.5 * (at(c - 1, 0) + at(c - 1, rows - 1));
    EXPECT_NEAR(glm::distance(before, middle), length_m / (columns - 1), 0.003);
    if (c + 1 < columns) {
      const glm::dvec3 after = 0.5 * (at(c + 1, 0) + at(c + 1, rows - 1));
      EXPECT_NEAR(glm::dot(after - before, at(c, 0) - at(c, rows - 1)), 0.0, 1e-4);
    }
  }
  EXPECT_TRUE(TriangleTree(band).crossings().empty());
}

}  // namespace
}  // namespace limber
