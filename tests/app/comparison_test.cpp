// Solvers side by side: from the same state, in lockstep, with the same mouse input.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "app/camera_moves.h"
#include "app/compare/comparison.h"
#include "app/interaction.h"
#include "kernels/error.h"
#include "scenes/scene.h"

namespace limber {
namespace {

constexpr const char* curtain = R"(
title = "A curtain"
family = "cloth"
[camera]
eye_m = [0.0, 1.0, 4.0]
target_m = [0.0, 1.0, 0.0]
[settings]
dt_s = 0.01  # frames show what lies between two steps
[[cloth]]
shape = "grid"
columns = 12
rows = 12
size_m = [1.4, 1.4]
center_m = [0.0, 1.0, 0.0]
right = [1.0, 0.0, 0.0]
down = [0.0, 0.0, 1.0]
pins = "left_edge"
density_kg_m2 = 0.2
)";

class ComparisonFromTheStart : public ::testing::Test {
 protected:
  void SetUp() override {
    session.open(open_scene_text("curtain", curtain));
    player.start();
  }
  /// Shows one picture as a window does. Returns whether all lanes have a new frame.
  bool picture() {
    time_s += 1.0 / 60.0;
    player.deliver();
    const bool first = player.take(time_s);
    const bool whole = comparison.take(time_s, first);
    comparison.go_on(1.0 / 60.0, 1.0 / 30.0, 0.0);
    return whole;
  }
  void pictures(int frames) {
    int whole = 0;
    until([&] { return whole >= frames; }, [&] { whole += picture(); });
  }
  template <class Done>
  void until(const Done& done) {
    until(done, [&] { picture(); });
  }
  template <class Done, class Work>
  void until(const Done& done, const Work& work) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!done()) {
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "nothing more comes";
      work();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  Player& other() { return *comparison.players()[1]; }

  std::unique_ptr<Context> context = Context::off_screen();
  Session session{Backend::serial, 1};
  Display display{*context};
  Player player{session, display, [] {}};
  Comparison comparison{player, *context, 2, [] {}};
  double time_s = 0.0;
};

class ComparisonTest : public ComparisonFromTheStart {
 protected:
  void SetUp() override {
    ComparisonFromTheStart::SetUp();
    pictures(5);
    comparison.set_beside({Backend::tbb}, true);
    until([&] { return comparison.active(); });
  }
};

TEST_F(ComparisonFromTheStart, NothingIsSimulatedUntilAllAreThere) {
  comparison.set_beside({Backend::tbb}, true);
  comparison.begin_with_all();
  until([&] { return comparison.active(); });
  EXPECT_EQ(player.readings().steps_done, 0);
  pictures(10);
  EXPECT_GT(player.readings().steps_done, 0);
  EXPECT_EQ(player.readings().steps_done, other().readings().steps_done);
}

TEST_F(ComparisonTest, GoesOnFromTheSameStateInStepToTheBit) {
  EXPECT_EQ(other().readings().backend, Backend::tbb);
  pictures(1);
  const long steps = player.readings().steps_done - other().readings().steps_done;
  player.grab(143, {0.7f, 1.0f, 0.7f}, {0.9f, 1.4f, 0.5f});
  for (int i = 0; i < 20; ++i) {
    player.drag_to({0.9f, 1.4f + 0.01f * static_cast<float>(i), 0.5f});
    pictures(1);
  }
  EXPECT_GT(player.readings().grabbed_vertex, -1);
  player.release(false);
  pictures(20);
  EXPECT_GT(player.readings().time_s, 0.3);
  EXPECT_EQ(player.readings().steps_done - steps, other().readings().steps_done);
  ASSERT_FALSE(comparison.difference().history().empty());
  for (const Difference::Measured& measured : comparison.difference().history())
    EXPECT_EQ(measured.largest_m, 0.0f) << "at " << measured.time_s << " s";
}

TEST_F(ComparisonTest, WhatOnlyOneIsToldIsSeenInTheDifference) {
  other().grab(143, {0.7f, 1.0f, 0.7f}, {0.9f, 1.4f, 0.5f});
  pictures(30);
  EXPECT_GT(comparison.difference().history().back().largest_m, 1e-3f);
}

TEST_F(ComparisonTest, APressTakesWhatThePictureUnderTheCursorShows) {
  constexpr int corner = 143;
  other().grab(corner, {0.7f, 1.0f, 0.7f}, {1.3f, 1.7f, 0.0f});
  pictures(60);
  other().release(true);
  pictures(5);
  player.set_paused(true);
  pictures(5);
  const glm::ivec2 size_px(640, 480);
  const glm::vec3 at_m = other().display().vertices().read_front()[corner].position_m;
  const glm::vec3 seen_px = display.camera.project(at_m, size_px);
  CameraMoves moves;
  const auto takes = [&](Player& picture) {
    Interaction interaction(player, moves);
    interaction.set_picture_size(size_px);
    interaction.pick_from([&]() -> Player& { return picture; });
    interaction.press(Interaction::Button::left, glm::vec2(seen_px));
    const bool pulls = interaction.pulling();
    interaction.let_go();
    return pulls;
  };
  EXPECT_TRUE(takes(other()));
  EXPECT_FALSE(takes(player)) << "its cloth hangs below";
}

TEST_F(ComparisonTest, KeepsWhatAStepOfEachTook) {
  pictures(60);
  const auto& history = comparison.lane_times().history();
  ASSERT_GE(history.size(), 2u);
  EXPECT_GE(history.back().at_s, history.front().at_s + 0.1);
  ASSERT_EQ(history.back().step_ms.size(), 2u);
  EXPECT_GT(history.back().step_ms[0], 0.0);
  EXPECT_GT(history.back().step_ms[1], 0.0);
  comparison.set_beside({Backend::tbb}, false);
  EXPECT_TRUE(history.empty());
}

TEST_F(ComparisonTest, ResetAndPauseAreForAll) {
  pictures(5);
  player.reset();
  player.set_paused(true);
  pictures(5);
  until([&] { return player.settled() && other().settled(); });
  picture();
  EXPECT_EQ(player.readings().time_s, 0.0);
  EXPECT_EQ(other().readings().time_s, 0.0);
  player.set_paused(false);
  pictures(10);
  EXPECT_EQ(player.readings().steps_done, other().readings().steps_done);
  EXPECT_GT(other().readings().time_s, 0.0);
}

TEST_F(ComparisonTest, WhateverMovesTheStateKeepsThemInStep) {
  const auto same = [&](const char* after) {
    pictures(20);  // the difference is measured at intervals
    EXPECT_NEAR(player.readings().time_s, other().readings().time_s, 1e-9) << after;
    ASSERT_FALSE(comparison.difference().history().empty()) << after;
    EXPECT_EQ(comparison.difference().history().back().largest_m, 0.0f) << after;
  };
  for (int i = 0; i < 5; ++i) {
    picture();  // usually within a frame
    player.reset();
    same("a reset");
    picture();
    player.set_paused(true);
    player.step_once();
    until([&] { return player.settled() && other().settled(); });
    player.set_paused(false);
    same("a step");
    comparison.set_in_step(false);
    for (int k = 0; k < 20; ++k) picture();
    comparison.set_in_step(true);
    same("ways of their own");
  }
}

TEST_F(ComparisonTest, PausesAtTheEndOfAFrameOfAll) {
  for (int i = 0; i < 10; ++i) {
    picture();
    player.set_paused(true);
    until([&] { return player.between_frames() && other().between_frames(); });
    for (int k = 0; k < 3; ++k) picture();
    EXPECT_NEAR(player.readings().time_s, other().readings().time_s, 1e-9);
    player.set_paused(false);
  }
}

TEST_F(ComparisonTest, SaysOnceWhatAllRefuseAndIsNotSettledBefore) {
  std::size_t place = 0;
  while (player.parameters()[place].key != "dt_s") ++place;
  picture();
  player.parameters()[place].set("0.005");
  player.parameter_changed(place);
  until([&] { return player.settled() && other().settled(); });
  EXPECT_NEAR(player.readings().dt_s, 0.005, 1e-9);
  EXPECT_NEAR(other().readings().dt_s, 0.005, 1e-9);
  pictures(3);
  EXPECT_TRUE(comparison.active());
}

TEST_F(ComparisonTest, EndsOneThatTheFirstIsSwitchedTo) {
  player.switch_to(Backend::tbb);
  until([&] { return player.readings().backend == Backend::tbb && !comparison.active(); });
  EXPECT_FALSE(comparison.is_beside({Backend::tbb}));
}

class MethodBeside : public ComparisonFromTheStart {
 protected:
  void SetUp() override {
    ComparisonFromTheStart::SetUp();
    comparison.set_beside(xpbd, true);
    until([&] { return comparison.active(); });
    pictures(20);
  }
  void set_method(const char* method) {
    std::size_t place = 0;
    while (player.parameters()[place].key != "method") ++place;
    player.parameters()[place].set(method);
    player.parameter_changed(place);
  }
  const Variant xpbd = parse_variant("method=xpbd");
};

TEST_F(MethodBeside, RunsOnTheSameBackendFromTheSameStateAndMovesOtherwise) {
  EXPECT_TRUE(comparison.is_beside(xpbd));
  EXPECT_EQ(other().readings().backend, Backend::serial);
  EXPECT_EQ(player.readings().compared_by, "method gauss_seidel");
  EXPECT_EQ(other().readings().compared_by, "method xpbd");
  EXPECT_EQ(player.readings().time_s, other().readings().time_s);
  ASSERT_FALSE(comparison.difference().history().empty());
  EXPECT_GT(comparison.difference().history().back().largest_m, 1e-4f);
}

TEST_F(MethodBeside, KeepsItsMethodWhateverTheFirstOneTakesAndEndsWhereTheyBecomeTheSame) {
  set_method("jacobi");
  pictures(10);
  EXPECT_EQ(player.readings().compared_by, "method jacobi");
  EXPECT_EQ(other().readings().compared_by, "method xpbd");
  set_method("xpbd");
  until([&] { return !comparison.active(); });
  EXPECT_FALSE(comparison.is_beside(xpbd));
  pictures(3);
  EXPECT_EQ(player.readings().compared_by, "");
}

TEST_F(MethodBeside, IsKnownAndEndedAfterTheFirstOneTookAnotherBackend) {
  player.switch_to(Backend::tbb);
  until([&] { return player.readings().backend == Backend::tbb; });
  EXPECT_TRUE(comparison.is_beside(xpbd));
  EXPECT_EQ(comparison.beside_count(), 1u);
  comparison.set_beside(xpbd, false);
  EXPECT_FALSE(comparison.active());
}

TEST_F(ComparisonFromTheStart, SaysWhichMethodIsNotKnown) {
  comparison.set_beside(parse_variant("method=magic"), true);
  std::string said;
  until([&] { return !said.empty(); },
        [&] {
          try {
            picture();
          } catch (const Error& error) {
            said = error.what();
          }
        });
  EXPECT_NE(said.find("magic"), std::string::npos) << said;
  EXPECT_FALSE(comparison.active());
}

TEST(Variants, AreWrittenAsTheyAreRead) {
  for (const char* text : {"cuda", "method=xpbd", "tbb+method=xpbd+iterations=8"})
    EXPECT_EQ(text_of(parse_variant(text)), text);
  for (const char* text : {"", "gpu", "tbb+serial", "tbb+", "+method=xpbd"})
    EXPECT_THROW(parse_variant(text), Error) << text;
}

TEST_F(ComparisonTest, StartsNothingForASceneThatIsThereNoLonger) {
  comparison.set_beside({Backend::tbb}, false);
  comparison.set_beside({Backend::tbb}, true);
  bool opened = false;
  player.open(open_scene_text("another", curtain), [&](std::exception_ptr) { opened = true; });
  until([&] { return opened && !comparison.opening(); });
  pictures(3);
  EXPECT_TRUE(!comparison.active() || other().scene().id == "another");
}

TEST_F(ComparisonTest, EndsWhatIsNoLongerWanted) {
  comparison.set_beside({Backend::tbb}, false);
  EXPECT_FALSE(comparison.active());
  until([&] { return comparison.ended(); });
  pictures(3);  // the first one continues
  EXPECT_FALSE(comparison.is_beside({Backend::tbb}));
}

TEST(Difference, IsTheLargestDistanceAndSaysWhatIsNotFinite) {
  const std::vector<glm::vec3> a{{0, 0, 0}, {1, 0, 0}}, b{{0, 0, 0.5f}, {1, 0, 0}};
  EXPECT_EQ(largest_distance_m(a, b), 0.5f);
  EXPECT_TRUE(
      std::isinf(largest_distance_m(a, std::vector<glm::vec3>(2, glm::vec3(std::nanf(""))))));
}

}  // namespace
}  // namespace limber
