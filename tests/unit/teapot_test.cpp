#include "sim/mesh/teapot.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "sim/mesh/bezier_patches.h"
#include "sim/mesh/connected_parts.h"
#include "sim/mesh/topology.h"
#include "tests/unit/refusal.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

BezierPatch patch_of(const std::function<glm::vec3(float u, float v)>& control) {
  BezierPatch patch;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      patch[4 * row + column] =
          control(static_cast<float>(row) / 3.0f, static_cast<float>(column) / 3.0f);
  return patch;
}

std::string refusal_of_patches(const std::string& text) {
  return refusal([&] { read_patches(text, "pot.txt"); });
}

TEST(BezierPatches, GoThroughTheirCornersAndReproducePlanes) {
  const BezierPatch plane = patch_of([](float u, float v) { return glm::vec3(u, 2 * v, u - v); });
  for (const float u : {0.0f, 0.3f, 1.0f})
    for (const float v : {0.0f, 0.6f, 1.0f})
      EXPECT_LT(glm::distance(point_on(plane, u, v), glm::vec3(u, 2 * v, u - v)), 1e-6f);
  // One control point, so the weights of its row and column: 3 s^2 t and 3 s t^2.
  BezierPatch bump{};
  bump[4 * 1 + 2].z = 1.0f;
  EXPECT_NEAR(point_on(bump, 0.25f, 0.4f).z, 3 * 0.75f * 0.75f * 0.25f * 3 * 0.6f * 0.4f * 0.4f,
              1e-6f);
}

TEST(BezierPatches, SeamsAndPolesAreWelded) {
  const std::string text =
      "surface cap quarter\n"
      "0 0 3.15 0 0 3.15 0 0 3.15 0 0 3.15\n"
      "0.55 0 1 0.55 -0.3 1 0.3 -0.55 1 0 -0.55 1\n"
      "1 0 0.55 1 -0.55 0.55 0.55 -1 0.55 0 -1 0.55\n"
      "1 0 0 1 -0.55 0 0.55 -1 0 0 -1 0\n";
  const std::vector<PatchSurface> surfaces = read_patches(text, "cap.txt");
  ASSERT_EQ(surfaces.size(), 1u);
  EXPECT_EQ(surfaces[0].name, "cap");
  EXPECT_EQ(surfaces[0].patches.size(), 4u);
  for (const int segments : {1, 3, 7, 10}) {
    const TriangleMesh mesh = tessellated(surfaces[0].patches, segments);
    const auto n = static_cast<std::size_t>(segments);
    EXPECT_EQ(mesh.positions_m.size(), 1 + 4 * n * n);
    EXPECT_EQ(mesh.triangles.size(), 4 * n * (2 * n - 1));
    const std::vector<std::vector<unsigned>> loops = open_loops(mesh.triangles);
    ASSERT_EQ(loops.size(), 1u);
    EXPECT_EQ(loops[0].size(), 4 * n);
  }
}

TEST(BezierPatches, RefuseWithALine) {
  const std::string row = "0 0 0 1 0 0 2 0 0 3 0 0\n";
  EXPECT_EQ(refusal_of_patches("# a pot\n" + row),
            "pot.txt:2: a row of points comes before the first surface");
  EXPECT_EQ(refusal_of_patches("surface lid third\n"),
            "pot.txt:1: expected: surface NAME quarter, or: surface NAME half");
  EXPECT_EQ(refusal_of_patches("surface lid half\n0 0 0 1 0 0 2 0 0 3 0\n"),
            "pot.txt:2: a row needs four points of three numbers");
  EXPECT_EQ(refusal_of_patches("surface lid half\n" + row + "surface pot half\n"),
            "pot.txt:3: the patch before has fewer than four rows");
  EXPECT_EQ(refusal_of_patches("surface lid half\n" + row),
            "pot.txt: the last patch has fewer than four rows");
}

TEST(OpenLoops, AreFoundOneByOne) {
  TriangleMesh mesh = cube(glm::vec3(0.0f), 1.0f);
  EXPECT_TRUE(open_loops(mesh.triangles).empty());
  mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4);  // one face
  mesh.triangles.erase(mesh.triangles.begin());  // half of its opposite
  const std::vector<std::vector<unsigned>> loops = open_loops(mesh.triangles);
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(loops[0].size() + loops[1].size(), 7u);
  // What is beyond goes around in their order: fans close the cube again.
  for (const std::vector<unsigned>& loop : loops)
    for (std::size_t i = 1; i + 1 < loop.size(); ++i)
      mesh.triangles.emplace_back(loop[0], loop[i], loop[i + 1]);
  expect_closed_manifold(mesh.triangles);
}

TEST(ConnectedParts, AreSplitByEdges) {
  TriangleMesh mesh = torn(cube(glm::vec3(0.0f), 1.0f));
  append(mesh, cube(glm::vec3(1.0f), 1.0f));  // touches at a corner only
  mesh.triangles.emplace_back(0, 0, 1);
  const std::vector<TriangleMesh> parts = connected_parts(mesh);
  ASSERT_EQ(parts.size(), 2u);
  for (const TriangleMesh& part : parts) {
    EXPECT_EQ(part.positions_m.size(), 8u);
    EXPECT_EQ(part.triangles.size(), 12u);
    expect_closed_manifold(part.triangles);
  }
  EXPECT_NEAR(volume_m3(parts[1]), 1.0, 1e-6);
  EXPECT_EQ(parts[1].positions_m[0], glm::vec3(1.0f));
}

TEST(Teapot, EveryPartIsClosedAndOutward) {
  for (const int segments : {3, 8}) {
    const std::vector<TriangleMesh> parts = connected_parts(teapot(1.0f, segments));
    ASSERT_EQ(parts.size(), 3u);
    for (const TriangleMesh& part : parts) {
      expect_closed_manifold(part.triangles);
      EXPECT_GT(volume_m3(part), 0.0);
    }
    EXPECT_GT(volume_m3(parts[0]), 10.0 * volume_m3(parts[1]));  // the body, the handle
  }
}

TEST(Teapot, HasThePublishedMeasures) {
  // In Newell's units: 6.43 from the handle to the spout's tip, 3.15 high, the belly's radius 2.
  const TriangleMesh mesh = teapot(1.0f, 12);
  glm::vec3 low(1e9f), high(-1e9f);
  for (const glm::vec3& x : mesh.positions_m) {
    low = glm::min(low, x);
    high = glm::max(high, x);
  }
  const float unit = 1.0f / 6.4289f;
  EXPECT_NEAR(high.x - low.x, 1.0f, 1e-5f);
  EXPECT_EQ(low.y, 0.0f);
  EXPECT_NEAR(high.y, 3.15f * unit, 0.002f);
  EXPECT_NEAR(high.z, 2.0f * unit, 0.002f);
  EXPECT_NEAR(low.z, -2.0f * unit, 0.002f);
  EXPECT_GT(high.x, -low.x) << "the spout points to +x";
}

}  // namespace
}  // namespace limber
