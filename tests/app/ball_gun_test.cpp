#include "app/ball_gun.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace limber {
namespace {

/// Position of a freely flying ball at the horizontal distance of its target.
glm::vec3 passes(const World::Shot& shot, const glm::vec3& target_m, float g_m_s2) {
  const glm::vec3 flat(1.0f, 0.0f, 1.0f);
  const float t =
      glm::length((target_m - shot.from_m) * flat) / glm::length(shot.velocity_m_s * flat);
  return shot.from_m + shot.velocity_m_s * t - glm::vec3(0.0f, 0.5f * g_m_s2 * t * t, 0.0f);
}

const BallGun gun{.kind = {.radius_m = 0.1f}, .speed_m_s = 12.0f};
const Ray ray{{0.0f, 1.0f, 0.0f}, glm::normalize(glm::vec3(1.0f, -0.1f, 0.5f))};

TEST(BallGun, HitsWhatItIsAimedAtInSpiteOfGravity) {
  const glm::vec3 target_m = ray.origin_m + 6.0f * ray.direction;
  for (const float g_m_s2 : {9.81f, 1.6f, 0.0f, -3.0f}) {
    const World::Shot shot = aimed(gun, ray, target_m, g_m_s2);
    EXPECT_LT(glm::distance(passes(shot, target_m, g_m_s2), target_m), 1e-4f) << g_m_s2;
    EXPECT_NEAR(glm::length(shot.velocity_m_s), 12.0f, 1e-4f) << g_m_s2;
  }
}

TEST(BallGun, FallsShortOfWhatIsTooFar) {
  const World::Shot shot = aimed(gun, ray, ray.origin_m + 60.0f * ray.direction, 9.81f);
  EXPECT_NEAR(glm::length(shot.velocity_m_s), 12.0f, 1e-4f);
  EXPECT_GT(glm::dot(glm::normalize(shot.velocity_m_s), ray.direction), 0.9999f);
}

TEST(BallGun, LeavesInFrontOfTheCamera) {
  for (const auto& [target_m, start_m] : {std::pair{6.0f, 0.9f}, {1.0f, 0.4f}}) {
    const World::Shot shot = aimed(gun, ray, ray.origin_m + target_m * ray.direction, 9.81f);
    EXPECT_NEAR(glm::distance(shot.from_m, ray.origin_m), start_m, 1e-5f);
  }
}

TEST(BallGun, RefusesWhatIsInItsFace) {
  EXPECT_THROW(aimed(gun, ray, ray.origin_m + 0.35f * ray.direction, 9.81f), Error);
}

TEST(BallGun, SuitsSmallScenesAndLargeOnes) {
  EXPECT_NEAR(gun_for(4.0f).kind.radius_m, 0.1f, 1e-6f);
  EXPECT_NEAR(gun_for(4.0f).speed_m_s, 8.0f, 1e-5f);
  EXPECT_GE(gun_for(1e-6f).kind.radius_m, BallKind::min_radius_m);
  EXPECT_LE(gun_for(1e6f).speed_m_s, BallGun::max_speed_m_s);
}

}  // namespace
}  // namespace limber
