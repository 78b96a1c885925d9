// The boundary samples of rigid bodies in fluids.

#include "sim/joints/rigid_filling.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/portable_math.h"
#include "sim/fluid/sphere_map.h"
#include "sim/joints/rigid_solid.h"

namespace limber {
namespace {

constexpr float filling_spacing_m = 0.02f;

struct Sum {
  float volume_m3 = 0.0f;
  glm::vec3 middle_m{0.0f};
};

Sum sum_of(const RigidFilling& filling) {
  Sum sum;
  const float ball_m3 = 4.0f / 3.0f * pi * std::pow(filling.radius_m, 3.0f);
  for (std::size_t k = 0; k < filling.centers_m.size(); ++k) {
    sum.volume_m3 += filling.fullness[k] * ball_m3;
    sum.middle_m += filling.fullness[k] * ball_m3 * filling.centers_m[k];
  }
  sum.middle_m /= sum.volume_m3;
  return sum;
}

void append_mesh(StaticMesh& all, const StaticMesh& own) {
  const auto first = static_cast<unsigned>(all.positions_m.size());
  all.positions_m.insert(all.positions_m.end(), own.positions_m.begin(), own.positions_m.end());
  for (const glm::uvec3& t : own.triangles) all.triangles.push_back(t + first);
}

TEST(RigidFilling, HasTheVolumeAndTheMiddleOfWhatItFills) {
  const glm::dvec3 off_m(0.013, -0.007, 0.021);
  const glm::dvec4 turn(0.1, 0.2, 0.3, std::sqrt(1.0 - 0.14));
  const struct {
    RigidSolid solid;
    float volume_m3, tolerance;
  } all[] = {
      {solid_box({0.2f, 0.08f, 0.12f}, 1000.0), 0.2f * 0.08f * 0.12f, 0.01f},
      {solid_ball(0.05f, 1000.0), 4.0f / 3.0f * pi * 1.25e-4f, 0.03f},
      {solid_cylinder(0.06f, 0.15f, 1000.0), pi * 0.0036f * 0.15f, 0.03f},
      {solid_capsule(0.04f, 0.2f, 1000.0), pi * 0.0016f * (0.2f + 4.0f / 3.0f * 0.04f), 0.04f},
  };
  for (const auto& [solid, volume_m3, tolerance] : all) {
    const RigidSolid placed = solid.placed(turn, off_m);
    const Sum sum = sum_of(filling_of(placed.drawn, filling_spacing_m));
    EXPECT_NEAR(sum.volume_m3 / volume_m3, 1.0f, tolerance);
    EXPECT_LT(glm::distance(sum.middle_m, glm::vec3(placed.center_m)), 0.05f * filling_spacing_m);
  }
}

TEST(RigidFilling, CountsOnceWhatPartsShare) {
  StaticMesh both;
  append_mesh(both, solid_box({0.2f, 0.1f, 0.1f}, 1000.0).drawn);
  append_mesh(both, solid_box({0.1f, 0.2f, 0.1f}, 1000.0).drawn);
  EXPECT_NEAR(sum_of(filling_of(both, filling_spacing_m)).volume_m3, 0.003f, 3e-5f);
}

/// A wide face has the same effect on a particle as a wall.
TEST(RigidFilling, LooksLikeAWall) {
  const SplineKernel kernel{2.0f * filling_spacing_m};
  const RigidFilling filling =
      filling_of(solid_box({0.3f, 0.2f, 0.3f}, 1000.0).drawn, filling_spacing_m);
  const std::vector<glm::vec2> values = sphere_map(kernel, filling.radius_m);
  const SphereMap map{
      filling.radius_m, kernel.support_m, {values.data(), static_cast<int>(values.size())}};
  for (const float spacings : {0.3f, 0.5f, 1.0f})
    for (const float beside_m : {0.0f, 0.004f, 0.01f}) {
      const glm::vec3 x(beside_m, 0.1f + spacings * filling_spacing_m, 0.5f * beside_m);
      float share = 0.0f;
      for (std::size_t k = 0; k < filling.centers_m.size(); ++k)
        share += filling.fullness[k] * map.at(glm::distance(x, filling.centers_m[k])).x;
      EXPECT_NEAR(share, kernel.behind_plane(spacings * filling_spacing_m), 0.015f) << spacings;
    }
}

/// Buoyancy, for shapes with a known formula.
TEST(RigidFilling, IsPushedAsABallIs) {
  const SplineKernel kernel{2.0f * filling_spacing_m};
  for (const float radius_m : {0.04f, 0.09f}) {
    const RigidFilling filling = filling_of(solid_ball(radius_m, 1000.0).drawn, filling_spacing_m);
    EXPECT_NEAR(pushed_of(kernel, filling.centers_m, filling.radius_m, filling.fullness) /
                    pushed_of(kernel, radius_m),
                1.0f, 0.08f);
  }
}

TEST(RigidFilling, HasABallForWhatIsThin) {
  const RigidFilling filling =
      filling_of(solid_box({0.1f, 0.002f, 0.1f}, 1000.0).drawn, filling_spacing_m);
  EXPECT_EQ(filling.centers_m.size(), 16u);
  EXPECT_NEAR(sum_of(filling).volume_m3, 2e-5f, 2e-7f);
}

}  // namespace
}  // namespace limber
