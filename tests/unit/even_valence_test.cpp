#include "sim/mesh/even_valence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/mesh/closed_surface.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/triangle_tree.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

std::vector<int> valences(const TriangleMesh& mesh) {
  std::vector<int> valences(mesh.positions_m.size(), 0);
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++valences[t[k]];
  return valences;
}

int largest(const std::vector<int>& values) {
  return *std::max_element(values.begin(), values.end());
}

/// A ball of meridians that meet in two poles, of as many edges each.
TriangleMesh globe(unsigned meridians, unsigned circles) {
  TriangleMesh mesh;
  for (unsigned j = 1; j <= circles; ++j) {
    const float polar_rad = 3.1415927f * static_cast<float>(j) / static_cast<float>(circles + 1);
    for (unsigned i = 0; i < meridians; ++i) {
      const float a = 6.2831853f * static_cast<float>(i) / static_cast<float>(meridians);
      mesh.positions_m.emplace_back(std::sin(polar_rad) * std::cos(a),
                                    std::sin(polar_rad) * std::sin(a), std::cos(polar_rad));
    }
  }
  const unsigned top = meridians * circles, bottom = top + 1;
  mesh.positions_m.insert(mesh.positions_m.end(), {{0, 0, 1}, {0, 0, -1}});
  for (unsigned i = 0; i < meridians; ++i) {
    const unsigned next = (i + 1) % meridians, last = top - meridians;
    mesh.triangles.emplace_back(top, i, next);
    mesh.triangles.emplace_back(bottom, last + next, last + i);
    for (unsigned j = 0; j + 1 < circles; ++j) {
      const unsigned a = j * meridians + i, b = j * meridians + next;
      mesh.triangles.emplace_back(a, a + meridians, b + meridians);
      mesh.triangles.emplace_back(a, b + meridians, b);
    }
  }
  return mesh;
}

void expect_the_same_but_even(const TriangleMesh& mesh, const TriangleMesh& even) {
  EXPECT_EQ(even.positions_m, mesh.positions_m);
  EXPECT_EQ(even.triangles.size(), mesh.triangles.size());
  expect_closed_manifold(even.triangles);
  EXPECT_EQ(TriangleTree(even).crossings().size(), 0u);
  EXPECT_NEAR(volume_m3(even), volume_m3(mesh), 0.01 * volume_m3(mesh));
}

TEST(EvenValence, RelievesBusyVertices) {
  Progress progress;
  const TriangleMesh poles = globe(24, 23);
  ASSERT_EQ(largest(valences(poles)), 24);
  const TriangleMesh even = even_valence(poles, progress);
  expect_the_same_but_even(poles, even);
  EXPECT_LE(largest(valences(even)), 9);
}

TEST(EvenValence, EvensOutWhatWasSimplified) {
  Progress progress;
  std::string note;
  const TriangleMesh mesh =
      closed_surface(simplified(torus(150, 60, 0.4f, 0.15f), 4000), "torus", note, progress);
  ASSERT_GE(largest(valences(mesh)), 9);
  const TriangleMesh even = even_valence(mesh, progress);
  expect_the_same_but_even(mesh, even);
  const std::vector<int> counts = valences(even);
  EXPECT_LE(largest(counts), 8);
  EXPECT_GE(*std::min_element(counts.begin(), counts.end()), 4);
}

/// Around its upper pole the ball is pleated like an umbrella, and the pleats stay.
TEST(EvenValence, KeepsSharpEdges) {
  Progress progress;
  TriangleMesh pleated = globe(12, 11);
  for (unsigned i = 0; i < 12; i += 2) pleated.positions_m[i].z += 0.2f;
  const std::size_t top = pleated.positions_m.size() - 2, bottom = top + 1;
  const std::vector<int> counts = valences(even_valence(pleated, progress));
  EXPECT_EQ(counts[top], 12);
  EXPECT_LT(counts[bottom], 12);
}

/// A small cavity at the place of a new triangle, inside the old surface.
TEST(EvenValence, TurnsNoEdgeThroughAnotherPart) {
  Progress progress;
  const TriangleMesh ball = globe(24, 23);
  const TriangleTree tree(ball);
  int tried = 0;
  for (const glm::uvec3& t : even_valence(ball, progress).triangles) {
    const auto& x = ball.positions_m;
    const glm::vec3 middle = (x[t.x] + x[t.y] + x[t.z]) / 3.0f;
    const float depth_m = -tree.signed_distance_m(middle);
    if (depth_m < 1e-4f) continue;
    TriangleMesh cavity = cube(middle - 0.25f * depth_m, 0.5f * depth_m);
    turn_over(cavity);
    TriangleMesh mesh = ball;
    append(mesh, cavity);
    ASSERT_EQ(TriangleTree(mesh).crossings().size(), 0u);
    expect_the_same_but_even(mesh, even_valence(mesh, progress));
    if (++tried == 20) break;
  }
  EXPECT_EQ(tried, 20);
}

TEST(EvenValence, CanBeCancelled) {
  class Cancels : public Progress {
    void report(const std::string&, float) override { throw Cancelled{}; }
  } user;
  EXPECT_THROW(even_valence(cube({0, 0, 0}, 1.0f), user), Cancelled);
}

}  // namespace
}  // namespace limber
