#include "sim/history.h"

#include <map>
#include <set>

#include "sim/mesh/surfaces.h"
#include "sim/pbd/cloth.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

constexpr double step_ms = 10.0;  // pretended: one state every four steps
constexpr double enough_ms = 1000.0;

class HistoryTest : public EachBackend {
 protected:
  void SetUp() override {
    EachBackend::SetUp();
    if (IsSkipped()) return;
    Placed<PbdModel> model;
    add_cloth(model, {.mesh = grid_mesh(8, 8, glm::vec2(1.0f), {0, 2, 0}, {1, 0, 0}, {0, 0, 1}),
                      .bending = Bending::across,
                      .pinned = {0, 7}});
    PbdSettings settings;
    settings.wind_m_s = {2.0f, 0.0f, 1.0f};
    world_ = std::make_unique<PbdWorld>(exec(), model, settings);
  }

  void run(int frames, int steps = 1) {
    for (int frame = 0; frame < frames; ++frame) {
      history_->begin_frame(*world_, step_ms);
      world_->advance({.steps = steps});
      exec().synchronize();
      history_->frame_run(*world_, steps);
      seen_[history_->steps()] = {world_->state_hash()};
    }
  }
  void expect_seen() {
    EXPECT_TRUE(seen_[history_->steps()].contains(world_->state_hash()))
        << "after step " << history_->steps();
  }
  /// Expects the history after bodies were added, or cloth cut, at that step.
  void expect_other_things_after_step(long when) {
    run(20);
    for (const long step : {20L, 5L, 26L, 11L, 32L}) {
      history_->seek_step(*world_, step, enough_ms, step_ms);
      EXPECT_EQ(history_->steps(), step);
      expect_seen();
      EXPECT_EQ(world_->shows_other_things(), step > when);
    }
  }
  double time_of(long step) const { return static_cast<double>(step) * world_->dt_s(); }

  std::unique_ptr<PbdWorld> world_;
  std::unique_ptr<History> history_ = std::make_unique<History>(64 << 20);
  std::map<long, std::set<std::uint64_t>> seen_;  ///< hashes, by step: two where balls were shot
};

TEST_P(HistoryTest, ComesBackToAnyFrameAndToNow) {
  run(30, 3);
  EXPECT_GE(history_->states(), GetParam() == Backend::cuda ? 2 : 15);  // small copies cost more
  EXPECT_LT(history_->states(), 31);
  for (const long step : {45L, 48L, 3L, 87L, 90L}) {
    history_->seek(*world_, time_of(step), enough_ms, step_ms);
    EXPECT_EQ(history_->steps(), step);
    EXPECT_NEAR(world_->time_s(), time_of(step), 1e-9);
    expect_seen();
    EXPECT_NEAR(history_->last_s(), time_of(90), 1e-9) << "all of it stays until it goes on";
  }
  history_->seek(*world_, -1.0, enough_ms, step_ms);
  EXPECT_EQ(history_->steps(), 0);
  history_->seek(*world_, 1e9, enough_ms, step_ms);
  EXPECT_EQ(history_->steps(), 90);
  expect_seen();
}

TEST_P(HistoryTest, GoesASingleStepBackWithinAFrame) {
  run(10, 3);
  history_->seek_step(*world_, 28, enough_ms, step_ms);
  EXPECT_EQ(history_->steps(), 28);
  EXPECT_NEAR(world_->time_s(), time_of(28), 1e-9);
}

TEST_P(HistoryTest, StepsBackWhereSimulatingAgainIsTooDear) {
  run(40);
  for (long before = 40; before > 0; before = history_->steps()) {
    history_->step_back(*world_, 0.0, step_ms);
    ASSERT_LT(history_->steps(), before);
    if (history_->steps() > 0) expect_seen();
  }
  history_->step_back(*world_, 0.0, step_ms);
  EXPECT_EQ(history_->steps(), 0);
}

TEST_P(HistoryTest, GoesToTheTimeBeforeAShotAndBack) {
  run(12);
  world_->shoot({{0.1f, 2.4f, 0.1f}, {0.0f, -5.0f, 0.0f}});
  history_->disturbed();
  expect_other_things_after_step(12);
}

TEST_P(HistoryTest, GoesToTheTimeBeforeACutAndBack) {
  run(12);
  const glm::vec3 eye_m(0.0f, 9.0f, 0.0f);
  ASSERT_GT(world_->cut({{eye_m, {-2.0f, -7.0f, 0.0f}, {2.0f, -7.0f, 0.0f}}}), 0);
  history_->disturbed();
  expect_other_things_after_step(12);
}

TEST_P(HistoryTest, BlowsAgainWhereSomebodyBlew) {
  run(8);
  world_->blow({.from_m = {0.0f, 4.0f, 0.0f}, .velocity_m_s = {0.0f, -20.0f, 0.0f}});
  run(11);
  world_->blow({});
  run(10);
  for (const long step : {15L, 3L, 23L, 29L}) {
    history_->seek_step(*world_, step, enough_ms, step_ms);
    EXPECT_EQ(history_->steps(), step);
    expect_seen();
    EXPECT_FALSE(world_->breath().blows());
  }
}

TEST_P(HistoryTest, BranchesAndForgetsWhatCameAfter) {
  run(40);
  history_->seek(*world_, time_of(17), enough_ms, step_ms);
  world_->grab(60);
  world_->drag_to({0.0f, 3.0f, 0.0f});
  history_->disturbed();
  const auto before = seen_;
  run(8);
  EXPECT_NEAR(history_->last_s(), time_of(25), 1e-9);
  EXPECT_NE(seen_[25], before.at(25));
  for (const long step : {25L, 20L, 18L, 12L}) {
    history_->seek(*world_, time_of(step), enough_ms, step_ms);
    EXPECT_EQ(history_->steps(), step);
    expect_seen();
  }
}

TEST_P(HistoryTest, ForgetsTheWayThatTheWorldDidNotTake) {
  run(40);
  history_->seek(*world_, time_of(8), enough_ms, step_ms);
  EXPECT_EQ(history_->steps(), 8);
  world_->grab(60);
  world_->drag_to({0.5f, 2.5f, 0.0f});
  history_->disturbed();
  run(16);
  EXPECT_NEAR(history_->last_s(), time_of(24), 1e-9);
  for (const long step : {20L, 24L, 11L}) {
    history_->seek(*world_, time_of(step), enough_ms, step_ms);
    EXPECT_EQ(history_->steps(), step);
    expect_seen();
  }
}

TEST_P(HistoryTest, ComesBackToAnEndThatCannotBeSimulatedAgain) {
  run(41);
  parameter_named(world_->parameters(), "iterations").set("3");
  world_->parameters_changed();
  history_->parameters_changed();
  history_->seek(*world_, 0.0, enough_ms, step_ms);
  EXPECT_EQ(history_->steps(), 0);
  history_->seek(*world_, 1e9, enough_ms, step_ms);
  EXPECT_EQ(history_->steps(), 41);
  expect_seen();
}

TEST_P(HistoryTest, FollowsTheMouseAgain) {
  run(6);
  world_->grab(60);
  history_->disturbed();
  for (int frame = 0; frame < 12; ++frame) {
    world_->drag_to({0.1f * static_cast<float>(frame), 2.5f, 0.0f});
    run(1);
  }
  world_->release(true);
  history_->disturbed();
  run(10);
  for (const long step : {9L, 11L, 16L, 21L, 27L}) {
    history_->seek(*world_, time_of(step), enough_ms, step_ms);
    EXPECT_EQ(history_->steps(), step);
    expect_seen();
  }
}

TEST_P(HistoryTest, SimulatesNothingAgainThatIsTooDearOrWasSetOtherwise) {
  if (GetParam() == Backend::cuda)
    GTEST_SKIP() << "on a GPU the cost of copies decides how far states are apart";
  run(40);
  const auto is_state = [&](long step) { return step % 4 == 0; };
  history_->seek(*world_, time_of(22), 15.0, step_ms);
  EXPECT_TRUE(is_state(history_->steps())) << history_->steps();
  expect_seen();
  history_->seek(*world_, time_of(21), 15.0, step_ms);
  EXPECT_EQ(history_->steps(), 21);
  history_->seek(*world_, time_of(40), enough_ms, step_ms);
  parameter_named(world_->parameters(), "iterations").set("3");
  world_->parameters_changed();
  history_->parameters_changed();
  history_->seek(*world_, time_of(21), enough_ms, step_ms);
  EXPECT_EQ(history_->steps(), 20);
  expect_seen();
}

TEST_P(HistoryTest, ThinsOutWhatIsOldWhereMemoryEnds) {
  WorldState one;
  world_->capture(one);
  history_ = std::make_unique<History>(10 * one.bytes() + 100);
  run(400);
  EXPECT_LE(history_->bytes(), history_->limit_bytes());
  EXPECT_GE(history_->states(), 9);
  EXPECT_EQ(history_->first_s(), 0.0);
  EXPECT_LT(history_->max_gap_s(), 0.5 * world_->time_s());
  history_->seek(*world_, time_of(401 - 5), enough_ms, step_ms);
  EXPECT_EQ(history_->steps(), 396);
  expect_seen();
  history_->seek(*world_, time_of(133), 1e6, step_ms);
  EXPECT_EQ(history_->steps(), 133) << "frames of those that went are those of the one before";
  expect_seen();
}

TEST_P(HistoryTest, SimulatesNothingAgainAcrossAShotWhoseStateWent) {
  const auto shoot = [&] {
    world_->shoot({{0.1f, 2.4f, 0.1f}, {0.0f, -5.0f, 0.0f}});
    history_->disturbed();
    seen_[history_->steps()].insert(world_->state_hash());
  };
  shoot();
  WorldState one;
  world_->capture(one);
  history_ = std::make_unique<History>(5 * one.bytes());
  run(41);
  shoot();
  run(150);
  for (long step = 20; step < 80; step += 3) {
    history_->seek_step(*world_, step, 1e6, step_ms);
    expect_seen();
  }
}

TEST_P(HistoryTest, KnowsTheLastGoodState) {
  run(10);
  world_->grab(60);
  world_->drag_to(glm::vec3(NAN));
  history_->disturbed();
  run(10);
  ASSERT_FALSE(world_->finite_now());
  const WorldState* good = history_->last_finite();
  ASSERT_NE(good, nullptr);
  EXPECT_NEAR(good->time_s, time_of(10), 1e-9);
  history_->seek(*world_, good->time_s, 0.0, step_ms);
  EXPECT_TRUE(world_->finite_now());
}

EACH_BACKEND(HistoryTest);

}  // namespace
}  // namespace limber
