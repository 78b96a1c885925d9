#include "sim/mesh/lathe.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/portable_math.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

const float quarter = std::tan(pi / 8.0f);  // the bulge of a quarter of a circle

TEST(Lathe, ArcsLieOnTheirCircle) {
  // Up around the right of the origin, then on around a centre to the right of the way: inward.
  const std::vector<ProfilePoint> profile{{0, -1}, {0, 1, 1.0f}, {1, 2, -quarter}};
  const std::vector<glm::vec2> outline = flattened(profile, 0.001f);
  int outer = 0, inner = 0;
  for (const glm::vec2& p : outline) {
    if (p.y <= 1.0f) {
      ++outer;
      EXPECT_NEAR(glm::length(p), 1.0f, 1e-5f);
      EXPECT_GE(p.x, -1e-6f);
    } else {
      ++inner;
      EXPECT_NEAR(glm::distance(p, glm::vec2(1.0f, 1.0f)), 1.0f, 1e-5f);
    }
  }
  EXPECT_GT(outer, 20);
  EXPECT_GT(inner, 10);
  for (std::size_t i = 1; i < outline.size(); ++i) {
    const glm::vec2 middle = 0.5f * (outline[i] + outline[i - 1]);
    const bool outer_arc = outline[i].y <= 1.0f;
    EXPECT_GT(outer_arc ? glm::length(middle) : 1.0f, 1.0f - 0.00101f);
  }
}

TEST(Lathe, CoarseArcsTurnLittle) {
  EXPECT_EQ(flattened(std::vector<ProfilePoint>{{0, -1}, {0, 1, 1.0f}}, 10.0f).size(), 5u);
}

TEST(Lathe, ATurnedSolidIsClosedAndOutward) {
  Lathe lathe(40);
  lathe.turn(flattened(std::vector<ProfilePoint>{{0, -1}, {0, 1, 1.0f}}, 0.003f));
  expect_closed_manifold(lathe.mesh.triangles);
  EXPECT_NEAR(volume_m3(lathe.mesh) / (4.0 / 3.0 * pi), 1.0, 0.02);
}

TEST(Lathe, ACarvedRingSharesItsOtherVertices) {
  Lathe lathe(12);
  const Lathe::Ring bottom = lathe.turn(std::vector<glm::vec2>{{0, 0}, {1, 0}, {1, 1}});
  // A block of three columns' width stands at the rim of the top.
  const Lathe::Ring inner = lathe.ring(0.5f, 1.0f);
  const auto higher = [](float radius) { return [=](float) { return glm::vec2(radius, 1.5f); }; };
  const Lathe::Ring outside = lathe.carved(bottom, 10, 13, higher(1.0f));
  const Lathe::Ring inside = lathe.carved(inner, 10, 13, higher(0.5f));
  EXPECT_EQ(outside[5], bottom[5]);
  EXPECT_NE(outside[1], bottom[1]);
  lathe.band(bottom, outside, 10, 13);
  lathe.band(outside, inside, 10, 13);
  lathe.band(inside, inner, 10, 13);
  lathe.band(bottom, inner, 1, 10);
  const auto wall = [&](unsigned a, unsigned b, unsigned c, unsigned d) {
    lathe.mesh.triangles.emplace_back(a, b, c);
    lathe.mesh.triangles.emplace_back(a, c, d);
  };
  wall(bottom[10], inner[10], inside[10], outside[10]);
  wall(bottom[1], outside[1], inside[1], inner[1]);
  lathe.turn(inner, std::vector<glm::vec2>{{0, 1}});
  expect_closed_manifold(lathe.mesh.triangles);
  const double wedge = 0.5 * std::sin(2.0 * pi / 12);  // of a triangle at the axis
  EXPECT_NEAR(volume_m3(lathe.mesh), wedge * (12 + 3 * 0.75 * 0.5), 1e-5);
}

TEST(Lathe, ABridgeJoinsRingsOfDifferentCounts) {
  for (const int other : {3, 5, 17}) {
    Lathe lathe(8);
    const Lathe::Ring ring = lathe.turn(std::vector<glm::vec2>{{0, 0}, {2, 0}, {2, 1}});
    std::vector<unsigned> loop;
    for (int i = 0; i < other; ++i) {
      const float angle = 2.0f * pi * (static_cast<float>(i) + 0.3f) / static_cast<float>(other);
      loop.push_back(static_cast<unsigned>(lathe.mesh.positions_m.size()));
      lathe.mesh.positions_m.emplace_back(std::cos(angle), 2.0f, std::sin(angle));
    }
    lathe.bridge(ring, loop);
    for (int i = 1; i + 1 < other; ++i)
      lathe.mesh.triangles.emplace_back(loop[0], loop[i + 1], loop[i]);
    expect_closed_manifold(lathe.mesh.triangles);
    EXPECT_GT(volume_m3(lathe.mesh), 0.0);
  }
}

TEST(Lathe, TheTorusIsClosedAndOutward) {
  const TriangleMesh mesh = torus_surface(1.0f, 0.4f, 48, 24);
  EXPECT_EQ(mesh.triangles.size(), 48u * 24u * 2u);
  expect_closed_manifold(mesh.triangles);
  EXPECT_NEAR(volume_m3(mesh) / (2.0 * pi * pi * 0.16), 1.0, 0.02);
}

}  // namespace
}  // namespace limber
