#include "sim/mesh/creased.h"

#include <gtest/gtest.h>

#include "sim/mesh/lathe.h"
#include "tests/unit/small_surfaces.h"

namespace limber {
namespace {

TEST(Creased, ACubeHasFlatFaces) {
  for (const TriangleMesh& mesh :
       {cube(glm::vec3(0.0f), 1.0f), torn(cube(glm::vec3(0.0f), 1.0f))}) {
    const StaticMesh drawn = creased(mesh, glm::radians(48.0f));
    EXPECT_EQ(drawn.positions_m.size(), 24u);
    ASSERT_EQ(drawn.normals.size(), 24u);
    ASSERT_EQ(drawn.triangles.size(), 12u);
    for (const glm::uvec3& t : drawn.triangles) {
      const glm::vec3 a = drawn.positions_m[t.x];
      const glm::vec3 across =
          glm::normalize(glm::cross(drawn.positions_m[t.y] - a, drawn.positions_m[t.z] - a));
      for (int k = 0; k < 3; ++k) EXPECT_LT(glm::distance(drawn.normals[t[k]], across), 1e-6f);
    }
  }
}

TEST(Creased, WithoutCreasesACubesCornersPointOutward) {
  const StaticMesh drawn = creased(cube(glm::vec3(-1.0f), 2.0f), glm::radians(100.0f));
  ASSERT_EQ(drawn.positions_m.size(), 8u);
  // By the angles at a corner, its three faces count alike, however they are cut.
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_LT(glm::distance(drawn.normals[i], glm::normalize(drawn.positions_m[i])), 1e-6f);
}

TEST(Creased, ATorusIsSmooth) {
  const TriangleMesh mesh = torus_surface(1.0f, 0.4f, 36, 18);
  const StaticMesh drawn = creased(mesh, glm::radians(48.0f));
  EXPECT_EQ(drawn.positions_m.size(), mesh.positions_m.size());
  for (std::size_t i = 0; i < drawn.positions_m.size(); ++i) {
    const glm::vec3 x = drawn.positions_m[i];
    const glm::vec3 middle = glm::normalize(glm::vec3(x.x, 0.0f, x.z));
    EXPECT_GT(glm::dot(drawn.normals[i], glm::normalize(x - middle)), 0.999f);
  }
}

TEST(Creased, LeavesOutWhatHasNoArea) {
  TriangleMesh mesh = cube(glm::vec3(0.0f), 1.0f);
  mesh.triangles.emplace_back(0, 1, 1);
  EXPECT_EQ(creased(mesh, 1.0f).triangles.size(), 12u);
}

}  // namespace
}  // namespace limber
