// Air that the user blows at a scene.

#include <gtest/gtest.h>

#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_plant.h"

namespace limber {
namespace {

class BreathTest : public EachBackend {};

PbdWorld floating(Exec& exec) {
  PbdSettings settings;
  settings.gravity_m_s2 = 0.0f;
  return {exec, small_cloth(9), settings};
}

TEST(Breath, IsFastestOnItsAxisAndStillAtItsRim) {
  const Breath breath{{0, 0, 0}, {0, 0, -10}, 0.5f};
  EXPECT_EQ(breath.at({0, 0, -3}), glm::vec3(0, 0, -10));
  EXPECT_EQ(breath.at({0, 0, 3}), glm::vec3(0.0f)) << "behind whoever blows";
  EXPECT_EQ(breath.at({1.6f, 0, -3}), glm::vec3(0.0f)) << "beside the cone";
  EXPECT_LT(breath.at({1.0f, 0, -3}).z, 0.0f);
  EXPECT_GT(breath.at({1.0f, 0, -3}).z, -5.0f);
}

TEST_P(BreathTest, DrivesAClothAway) {
  PbdWorld world = floating(exec());
  world.blow({{0, 4, 0}, {0, -15, 0}});
  world.advance({.steps = 20});
  const glm::vec3 middle_m = world.positions_m()[40], corner_m = world.positions_m()[0];
  EXPECT_LT(middle_m.y, 1.95f);
  EXPECT_LT(middle_m.y, corner_m.y) << "the corner is at the rim";
  world.blow({});
  const auto speed = [&] {
    const float before_m = world.positions_m()[40].y;
    world.advance({.steps = 1});
    return before_m - world.positions_m()[40].y;
  };
  const float first_m = speed();
  world.advance({.steps = 30});
  EXPECT_LT(speed(), first_m) << "the air is still again";
}

TEST_P(BreathTest, ChangesNoBitOfWhatItDoesNotReach) {
  PbdWorld still = floating(exec()), world = floating(exec());
  world.blow({{0, 4, 0}, {0, 15, 0}});
  for (PbdWorld* one : {&still, &world}) one->advance({.steps = 12});
  EXPECT_EQ(world.state_hash(), still.state_hash());
}

TEST_P(BreathTest, BendsAPlantInStillAir) {
  PlantsSettings settings;
  settings.wind_m_s = 0.0f;
  const auto bent_m = [&](const Breath& breath) {
    PlantsWorld world(exec(), small_plant(), settings);
    const std::vector<glm::vec3> before = world.positions_m();
    world.blow(breath);
    world.advance({.steps = 40});
    float max_m = 0.0f;
    const std::vector<glm::vec3> after = world.positions_m();
    for (std::size_t i = 0; i < after.size(); ++i)
      max_m = std::max(max_m, glm::distance(before[i], after[i]));
    return max_m;
  };
  const float still_m = bent_m({});
  EXPECT_GT(bent_m({.from_m = {-5, 0.5f, 0}, .velocity_m_s = {20, 0, 0}}), 10.0f * still_m + 1e-4f);
}

EACH_BACKEND(BreathTest);

TEST(Breath, BlowsTheSameOnOneCoreAndOnAll) {
  std::vector<std::uint64_t> hashes;
  for (const Backend backend : {Backend::serial, Backend::tbb}) {
    Exec exec(backend, 4);
    PbdWorld world = floating(exec);
    world.blow({{0.2f, 4, 0}, {0, -15, 1}});
    world.advance({.steps = 25});
    hashes.push_back(world.state_hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

}  // namespace
}  // namespace limber
