#include "sim/mesh/surface_cache.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/mesh/surfaces.h"
#include "tests/unit/environment_variable.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

class SurfaceCache : public testing::Test {
 protected:
  /// Whether the surface had to be made.
  bool made(const ImplicitShape& shape, float setting = 1.0f) {
    bool called = false;
    const TriangleMesh surface = cached_surface(shape, {setting}, [&] {
      called = true;
      return ball;
    });
    EXPECT_EQ(surface.positions_m, ball.positions_m);
    EXPECT_EQ(surface.triangles, ball.triangles);
    return called;
  }

  TriangleMesh ball = ball_mesh(3, 1.0f, {0, 0, 0});
  TemporaryFolder folder;
  EnvironmentVariable own{"LIMBER_CACHE", folder.path().c_str()};
};

TEST_F(SurfaceCache, GivesBackWhatItKeeps) {
  const ImplicitShape shape = ball_shape({0, 0, 0}, 1.0f);
  EXPECT_TRUE(made(shape));
  EXPECT_FALSE(made(shape));
  EXPECT_TRUE(made(shape, 2.0f));
  EXPECT_FALSE(made(shape));
}

TEST_F(SurfaceCache, TellsShapesApart) {
  ImplicitShape shape = ball_shape({0, 0, 0}, 1.0f);
  EXPECT_TRUE(made(shape));
  EXPECT_TRUE(made(ball_shape({0, 0, 0}, 1.001f)));
  // A pit around a vertex, too small for the points of the key.
  const glm::vec3 pit_m = ball.positions_m[7];
  const DistanceFunction smooth = shape.distance;
  shape.distance = [=](const glm::vec3& x) {
    return std::max(smooth(x), 1e-3f - glm::distance(x, pit_m));
  };
  EXPECT_TRUE(made(shape));
  EXPECT_FALSE(made(shape));
}

}  // namespace
}  // namespace limber
