#include "sim/mesh/torus_mesh.h"

#include <gtest/gtest.h>

#include <vector>

#include "sim/coloring.h"
#include "sim/mesh/implicit_shape.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

TEST(TorusMesh, IsASolidWhoseRimLiesOnTheTorus) {
  const glm::vec3 center(0.3f, -0.2f, 0.5f);
  for (const glm::vec3& axis : {glm::vec3(0, 1, 0), glm::vec3(1, 0, 0), glm::vec3(1, 2, -3)}) {
    const TetraMesh mesh = torus_mesh(center, axis, 0.2f, 0.07f, 49);
    expect_solid(mesh);
    const std::vector<glm::uvec3> boundary = boundary_of(mesh.tetrahedra);
    expect_closed_manifold(boundary);
    const ImplicitShape torus = torus_shape(center, axis, 0.2f, 0.07f);
    for (const glm::uvec3& t : boundary)
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(torus.distance(mesh.positions_m[t[k]]), 0.0f, 1e-6f);
  }
}

TEST(TorusMesh, IsWellShaped) {
  const auto [smallest, largest] =
      dihedral_angles_deg(torus_mesh(glm::vec3(0), {0, 1, 0}, 1.0f, 0.35f, 49));
  EXPECT_GT(smallest, 24.0);
  EXPECT_LT(largest, 135.0);
}

// [Fratarcangeli13], scene s2: 91K particles, 493K edges, 313K tetrahedra in 100 tori; 17 and 26
// colours.
TEST(TorusMesh, HasTheCountsOfThePaperAndNoMoreColors) {
  const TetraMesh mesh = torus_mesh(glm::vec3(0), {0, 1, 0}, 1.0f, 0.35f, 49);
  const std::vector<glm::ivec2> edges = edges_of(mesh.tetrahedra);
  EXPECT_NEAR(static_cast<double>(mesh.positions_m.size()), 910.0, 0.05 * 910.0);
  EXPECT_NEAR(static_cast<double>(edges.size()), 4930.0, 0.05 * 4930.0);
  EXPECT_NEAR(static_cast<double>(mesh.tetrahedra.size()), 3130.0, 0.05 * 3130.0);
  std::vector<int> ends, corners;
  for (const glm::ivec2& e : edges) ends.insert(ends.end(), {e.x, e.y});
  for (const glm::ivec4& t : mesh.tetrahedra) corners.insert(corners.end(), {t.x, t.y, t.z, t.w});
  const auto particles = static_cast<int>(mesh.positions_m.size());
  EXPECT_EQ(smallest_possible_colors(particles, ends), 14);
  EXPECT_EQ(smallest_possible_colors(particles, corners), 24);
  EXPECT_LE(color_constraints(particles, ends, 2).colors(), 17);
  EXPECT_LE(color_constraints(particles, corners, 4).colors(), 26);
}

}  // namespace
}  // namespace limber
