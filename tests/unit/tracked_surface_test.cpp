#include "sim/mesh/tracked_surface.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/error.h"
#include "kernels/portable_math.h"
#include "sim/mesh/implicit_shape.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

constexpr float tracked_cell_m = 0.05f;

double volume_within_m3(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const glm::uvec3& t : mesh.triangles)
    sum += signed_volume_m3(glm::vec3(0.0f), mesh.positions_m[t.x], mesh.positions_m[t.y],
                            mesh.positions_m[t.z]);
  return sum;
}

TEST(TrackedSurface, OfATorusIsClosedAndOnIt) {
  const ImplicitShape torus = torus_shape({0.3f, -0.2f, 0.5f}, {1, 2, -3}, 1.0f, 0.3f);
  const glm::vec3 inside =
      glm::vec3(0.3f, -0.2f, 0.5f) + glm::normalize(glm::cross(glm::vec3(1, 2, -3), {0, 1, 0}));
  const TriangleMesh mesh = track_surface(torus.distance, inside, tracked_cell_m);
  expect_closed_manifold(mesh.triangles);
  const auto vertices = static_cast<int>(mesh.positions_m.size());
  EXPECT_EQ(static_cast<int>(mesh.triangles.size()), 2 * vertices);  // of a torus
  const float area_m2 = 4.0f * pi * pi * 1.0f * 0.3f;
  EXPECT_NEAR(static_cast<float>(vertices) * tracked_cell_m * tracked_cell_m / area_m2, 6.5f, 0.3f);
  EXPECT_NEAR(volume_within_m3(mesh), 2.0 * pi * pi * 0.09, 0.01);
  for (const glm::vec3& x : mesh.positions_m) ASSERT_NEAR(torus.distance(x), 0.0f, 1e-3f);
}

TEST(TrackedSurface, IsOnePieceOfSeveral) {
  const ImplicitShape near = ball_shape({0, 0, 0}, 0.5f), far = ball_shape({0, 2, 0}, 0.5f);
  const DistanceFunction both = [&](const glm::vec3& x) {
    return std::min(near.distance(x), far.distance(x));
  };
  const TriangleMesh mesh = track_surface(both, {0, 0, 0}, tracked_cell_m);
  for (const glm::vec3& x : mesh.positions_m) ASSERT_LT(x.y, 1.0f);
  const auto vertices = static_cast<int>(mesh.positions_m.size());
  EXPECT_EQ(static_cast<int>(mesh.triangles.size()), 2 * vertices - 4);  // of a ball
}

TEST(TrackedSurface, RefusesToStartOutside) {
  const ImplicitShape ball = ball_shape({0, 0, 0}, 0.5f);
  EXPECT_THROW(track_surface(ball.distance, {0, 2, 0}, tracked_cell_m), Error);
}

}  // namespace
}  // namespace limber
