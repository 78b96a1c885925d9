#include "render/leveled_mesh.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber {
namespace {

/// A cylinder with sharp rims, with duplicated vertices there. Height and radius 1.
StaticMesh make_drum(int columns) {
  StaticMesh drum;
  const auto add = [&](glm::vec3 position_m, glm::vec3 normal) {
    drum.positions_m.push_back(position_m);
    drum.normals.push_back(normal);
    return static_cast<unsigned>(drum.positions_m.size() - 1);
  };
  const auto around = [&](int i, float y) {
    const float angle = 6.2831853f * static_cast<float>(i % columns) / static_cast<float>(columns);
    return glm::vec3(std::cos(angle), y, -std::sin(angle));
  };
  const auto side = [&](int i, float y) { return add(around(i, y), around(i, 0)); };
  for (int i = 0; i < columns; ++i) {
    const unsigned a = side(i, 0), b = side(i + 1, 0), c = side(i + 1, 1), d = side(i, 1);
    drum.triangles.insert(drum.triangles.end(), {{a, b, c}, {a, c, d}});
    const glm::vec3 up(0, 1, 0);
    drum.triangles.emplace_back(add({0, 1, 0}, up), add(around(i, 1), up),
                                add(around(i + 1, 1), up));
    drum.triangles.emplace_back(add({0, 0, 0}, -up), add(around(i + 1, 0), -up),
                                add(around(i, 0), -up));
  }
  return drum;
}

TEST(LeveledMesh, LevelsGetCoarserAndWorse) {
  const StaticMesh drum = make_drum(200);
  const LeveledMesh leveled_drum = leveled(drum);
  EXPECT_EQ(leveled_drum.levels[0].triangles, drum.triangles);
  EXPECT_EQ(leveled_drum.levels[0].error_m, 0.0f);
  ASSERT_GE(leveled_drum.levels.size(), 4u);
  ASSERT_LE(leveled_drum.levels.size(), static_cast<std::size_t>(max_levels));
  for (std::size_t i = 1; i < leveled_drum.levels.size(); ++i) {
    EXPECT_LT(3 * leveled_drum.levels[i].triangles.size(),
              2 * leveled_drum.levels[i - 1].triangles.size());
    EXPECT_GE(leveled_drum.levels[i].error_m, leveled_drum.levels[i - 1].error_m);
  }
  EXPECT_LT(leveled_drum.levels[1].error_m, 0.01f);
  EXPECT_GT(leveled_drum.levels.back().error_m, 0.01f);
}

TEST(LeveledMesh, ClosedIsWhatEnclosesAVolume) {
  const StaticMesh drum = make_drum(30);
  for (const Level& level : leveled(drum).levels) EXPECT_TRUE(level.closed);
  for (const Level& level : leveled_sphere(0.1f).levels) EXPECT_TRUE(level.closed);
  StaticMesh open = drum, inside_out = drum;
  open.triangles.pop_back();
  for (glm::uvec3& t : inside_out.triangles) std::swap(t.y, t.z);
  for (const StaticMesh& other : {open, inside_out}) EXPECT_FALSE(leveled(other).levels[0].closed);
}

TEST(LeveledMesh, CreasesStaySharpAndClosed) {
  const LeveledMesh drum = leveled(make_drum(200));
  for (const Level& level : drum.levels) {
    glm::vec3 area(0.0f);
    for (const glm::uvec3& t : level.triangles) {
      const glm::vec3 a = drum.positions_m[t.x], b = drum.positions_m[t.y],
                      c = drum.positions_m[t.z];
      const glm::vec3 across = glm::cross(b - a, c - a);
      area += across;
      for (int k = 0; k < 3; ++k)
        EXPECT_GT(glm::dot(glm::normalize(across), drum.normals[t[k]]), 0.3f)
            << "a corner shaded as the side around it";
    }
    EXPECT_LT(glm::length(area), 1e-4f) << "a hole";
  }
}

TEST(LeveledMesh, SmallMeshesStayAsTheyAre) {
  EXPECT_EQ(leveled(make_drum(4)).levels.size(), 1u);
  EXPECT_EQ(leveled({}).levels.size(), 1u);
}

TEST(LeveledMesh, SpheresAreAsRoundAsTheySay) {
  constexpr float radius_m = 2.0f;
  const LeveledMesh sphere = leveled_sphere(radius_m);
  float before_m = 0.0f;
  for (const Level& level : sphere.levels) {
    EXPECT_GT(level.error_m, before_m);
    before_m = level.error_m;
    for (const glm::uvec3& t : level.triangles) {
      const glm::vec3 a = sphere.positions_m[t.x], b = sphere.positions_m[t.y],
                      c = sphere.positions_m[t.z];
      EXPECT_NEAR(glm::length(a), radius_m, 1e-5f);
      const glm::vec3 middle = (a + b + c) / 3.0f;
      EXPECT_GE(glm::length(middle), radius_m - level.error_m - 1e-5f);
      EXPECT_GT(glm::dot(glm::cross(b - a, c - a), middle), 0.0f) << "outward";
    }
  }
}

}  // namespace
}  // namespace limber
