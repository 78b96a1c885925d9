// Player: parameters set by balls are not the user's, and cuts are shown.

#include "app/player.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/compare/difference.h"
#include "kernels/error.h"
#include "scenes/scene.h"

namespace limber {
namespace {

constexpr const char* small_curtain = R"(
title = "A curtain"
family = "cloth"
[[cloth]]
shape = "grid"
columns = 8
rows = 8
size_m = [1.4, 1.4]
center_m = [0.0, 1.0, 0.0]
right = [1.0, 0.0, 0.0]
down = [0.0, -1.0, 0.0]
pins = "top_edge"
)";

/// A cut across the curtain, between two rows.
const CutStroke across{{0.0f, 1.0f, 4.0f}, {-1.0f, 0.05f, -4.0f}, {1.0f, 0.05f, -4.0f}};

class PlayerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    session.open(open_scene_text("curtain", small_curtain));
    player.start();
  }
  template <class Done>
  void until(const Done& done) {
    until(done, [&] { player.go_on(1.0 / 60.0, 1.0 / 30.0); });
  }
  template <class Done, class Work>
  void until(const Done& done, const Work& work) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!done()) {
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "nothing more comes";
      time_s += 1.0 / 60.0;
      player.deliver();
      player.take(time_s);
      work();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  template <class Done>
  void wait_until(const Done& done) {
    until(done, [] {});
  }
  /// Frames of 1/60 s do, with steps of 10 ms.
  void show_what_lies_between_steps() {
    const std::size_t dt = place_of("dt_s");
    player.parameters()[dt].set("0.01");
    player.parameter_changed(dt);
    until([&] { return player.settled() && player.readings().steps_done > 20; });
  }
  std::vector<glm::vec3> shown_m() {
    std::vector<glm::vec3> all_m;
    for (const PublishedVertex& vertex : display.vertices().read_front())
      all_m.push_back(vertex.position_m);
    return all_m;
  }
  std::size_t place_of(const char* key) const {
    const auto& all = player.parameters();
    return std::ranges::find(all, key, &Parameter::key) - all.begin();
  }

  std::unique_ptr<Context> context = Context::off_screen();
  Session session{Backend::serial, 1};
  Display display{*context};
  Player player{session, display, [] {}};
  double time_s = 0.0;
};

TEST_F(PlayerTest, ResettingParametersLeavesWhatBallsNeed) {
  const std::size_t distance = place_of("contact_distance_m"), iterations = place_of("iterations");
  ASSERT_EQ(player.usual_value(distance), "0");
  player.shoot({{0.0f, 1.0f, 2.0f}, {0.0f, 0.0f, -2.0f}}, {});
  until([&] { return player.settled() && !player.readings().spawn_overrides.empty(); });
  const std::string needed = player.usual_value(distance);
  EXPECT_NE(needed, "0");
  EXPECT_EQ(player.parameters()[distance].text(), needed) << "it is shown as it is";

  player.parameters()[iterations].set("7");
  player.parameter_changed(iterations);
  player.reset_parameters();
  until([&] { return player.settled(); });
  EXPECT_EQ(player.parameters()[iterations].text(), player.usual_value(iterations));
  EXPECT_EQ(player.parameters()[distance].text(), needed);

  player.reset();
  until([&] { return player.settled() && player.readings().spawn_overrides.empty(); });
  EXPECT_EQ(player.parameters()[distance].text(), "0");
  EXPECT_EQ(player.usual_value(distance), "0");
}

TEST_F(PlayerTest, APresetTakesThePlaceOfWhatWasSetBefore) {
  const std::size_t iterations = place_of("iterations"), damping = place_of("damping_per_s");
  player.parameters()[iterations].set("7");
  player.parameter_changed(iterations);
  player.use({.name = "damped", .about = "", .settings = {"damping_per_s=2.5"}});
  until([&] { return player.settled(); });
  EXPECT_EQ(player.parameters()[iterations].text(), player.usual_value(iterations));
  EXPECT_EQ(player.parameters()[damping].text(), "2.5");
  std::string simulated;
  player.ask([&](Session& of) {
    simulated = parameter_named(of.world().parameters(), "damping_per_s").text();
  });
  until([&] { return !simulated.empty() && player.settled(); });
  EXPECT_EQ(simulated, "2.5");
}

TEST_F(PlayerTest, ARequestBetweenTwoFramesMovesNothing) {
  show_what_lies_between_steps();
  for (int frame = 0; frame < 6; ++frame) {
    wait_until([&] { return player.between_frames(); });
    const std::vector<glm::vec3> before_m = shown_m();
    player.ask([](Session&) {});
    wait_until([&] { return player.settled(); });
    EXPECT_EQ(largest_distance_m(shown_m(), before_m), 0.0f) << "after frame " << frame;
    player.go_on(1.0 / 60.0, 1.0 / 30.0);
  }
}

TEST_F(PlayerTest, ASwitchOfTheBackendBetweenTwoFramesMovesNothing) {
  show_what_lies_between_steps();
  for (const Backend backend : {Backend::tbb, Backend::serial, Backend::tbb, Backend::serial}) {
    wait_until([&] { return player.between_frames(); });
    const std::vector<glm::vec3> before_m = shown_m();
    player.switch_to(backend);
    wait_until([&] { return player.settled() && player.readings().backend == backend; });
    EXPECT_EQ(largest_distance_m(shown_m(), before_m), 0.0f) << name_of(backend);
    player.go_on(1.0 / 60.0, 1.0 / 30.0);
  }
}

TEST_F(PlayerTest, ShowsWhatIsCutUntilAReset) {
  const std::size_t whole = player.draw_list().triangles.size();
  const int objects = player.object_count();
  EXPECT_EQ(player.readings().why_not_cut, "");
  player.cut({across});
  until([&] { return player.settled(); });
  EXPECT_EQ(player.draw_list().triangles.size(), whole - 14) << "a row of seven squares";
  EXPECT_NE(player.object_count(), objects);
  player.reset();
  until([&] { return player.settled(); });
  EXPECT_EQ(player.draw_list().triangles.size(), whole);
}

TEST_F(PlayerTest, CutsWhatStandsBesideAsWell) {
  Session other{Backend::serial, 1};
  Display its_display{*context};
  Player beside{other, its_display, [] {}};
  other.open(open_scene_text("curtain", small_curtain));
  beside.start();
  player.set_companions({&beside});
  const std::size_t whole = player.draw_list().triangles.size();
  player.cut({across});
  until([&] {
    beside.deliver();
    return beside.draw_list().triangles.size() < whole;
  });
  until([&] { return player.settled(); });
  EXPECT_EQ(beside.draw_list().triangles, player.draw_list().triangles);
}

constexpr glm::vec3 eye_m{0.0f, 1.5f, 4.0f};
constexpr const char* block =
    "family = \"joints\"\n[settings]\ncontact_distance_m = 0.01\n"
    "[[rigid]]\nsize_m = [1, 1, 1]\ncenter_m = [0, 0.5, 0]\n"
    "[[collider]]\nshape = \"ground\"\n";

TEST_F(PlayerTest, ShowsWhatIsAddedUntilAStepBackOrAReset) {
  Session runs{Backend::serial, 1}, other{Backend::serial, 1};
  runs.keep_history();
  Display display_of_blocks{*context}, its_display{*context};
  Player blocks{runs, display_of_blocks, [] {}}, beside{other, its_display, [] {}};
  runs.open(open_scene_text("block", block));
  blocks.start();
  other.open(open_scene_text("block", block));
  beside.start();
  blocks.set_companions({&beside});
  blocks.set_paused(true);
  const auto settle = [&] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    do {
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "nothing more comes";
      for (Player* each : {&blocks, &beside}) {
        each->deliver();
        each->take(time_s += 1.0 / 60.0);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (!blocks.settled() || !beside.settled());
  };
  const int whole = blocks.draw_list().vertex_count;
  blocks.step_once();
  std::string message = "nothing";
  blocks.add_body({0.0f, 1.0f, 0.0f}, eye_m, [&](const std::string& words) { message = words; });
  settle();
  EXPECT_EQ(message, "nothing");
  EXPECT_GT(blocks.draw_list().vertex_count, whole);
  EXPECT_EQ(beside.draw_list().vertex_count, blocks.draw_list().vertex_count);
  const int with_it = blocks.draw_list().vertex_count;
  blocks.step_once();
  settle();
  blocks.step_back();
  settle();
  EXPECT_EQ(blocks.draw_list().vertex_count, with_it) << "it was there one step ago";
  blocks.step_back();
  settle();
  EXPECT_EQ(blocks.draw_list().vertex_count, whole);
  blocks.add_body({0.0f, 1.0f, 0.0f}, eye_m, {});
  settle();
  blocks.reset();
  settle();
  EXPECT_EQ(blocks.draw_list().vertex_count, whole);
}

TEST_F(PlayerTest, TellsWhyNothingCanBeAdded) {
  std::string message;
  player.add_body({0.0f, 1.0f, 0.0f}, eye_m, [&](const std::string& words) { message = words; });
  until([&] { return player.settled() && !message.empty(); });
  EXPECT_NE(message.find("nothing here can be copied"), std::string::npos) << message;
}

TEST_F(PlayerTest, SaysWhyNothingCanBeCut) {
  Session other{Backend::serial, 1};
  Display beside{*context};
  Player rigid{other, beside, [] {}};
  other.open(open_scene_text("block", "family = \"joints\"\n[[rigid]]\nsize_m = [1, 1, 1]\n"));
  rigid.start();
  EXPECT_NE(rigid.readings().why_not_cut, "");
  rigid.cut({{}});
  EXPECT_THROW(
      {
        for (int i = 0; i < 10000; ++i) {
          rigid.deliver();
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
      },
      Error);
}

}  // namespace
}  // namespace limber
