#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "app/tour/tour_notes.h"
#include "app/tour/tour_player.h"
#include "app/tour/use_tool.h"
#include "kernels/error.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

constexpr double tour_frame_s = 1.0 / 60.0;

class TourTest : public testing::Test {
 protected:
  Tour tour(const std::string& text) {
    std::ofstream(file_) << text;
    return open_tour(file_);
  }
  void expect_error(const std::string& text, const std::string& where, const std::string& what) {
    try {
      tour(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input) << error.what();
      EXPECT_NE(std::string(error.what()).find("limber_tour.toml" + where), std::string::npos)
          << error.what();
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.path() / "limber_tour.toml";
};

/// A stage that does everything at once.
class PlainStage : public TourStage {
 public:
  explicit PlainStage(const Tour& tour) { open(tour.steps.front().says.scene); }
  void prepare(const std::string& scene) override { prepared.push_back(scene); }
  void open(const std::string& scene) override {
    session.open(open_scene(scene));
    opened.push_back(scene);
  }
  bool ready() const override { return is_ready; }
  void use(Backend backend) override { session.switch_to(backend); }
  void work(std::function<void(Session&)> work) override { work(session); }
  void use_tool(const TourUse& use) override { limber::use_tool(session, use.tool); }
  Camera home() const override { return at_home; }

  Session session{Backend::serial, 0};
  std::vector<std::string> opened, prepared;
  bool is_ready = true;
  Camera at_home{{0.0f, 1.0f, 0.0f}, 4.0f, 10.0f, 20.0f, 35.0f};
};

const std::string flags = "[[step]]\nscene = \"cloth/flags\"\nseconds = 1\n";

TEST_F(TourTest, ShowsStepsForAsLongAsTheySay) {
  const Tour all = tour(flags + "caption = \"one\"\n[[step]]\nseconds = 0.5\ncaption = \"two\"\n" +
                        "[[step]]\nscene = \"cloth/flags\"\nseconds = 0.1\n");
  EXPECT_EQ(frame_count(all, tour_frame_s), 60 + 30 + 6);
  PlainStage stage(all);
  TourPlayer player(all, stage, false);
  std::string captions;
  int frames = 0;
  while (player.go_on(tour_frame_s)) {
    ++frames;
    if (!captions.ends_with(player.caption())) captions += player.caption();
  }
  EXPECT_TRUE(player.over());
  EXPECT_EQ(frames, 96);
  EXPECT_EQ(captions, "onetwo");
  EXPECT_EQ(stage.opened.size(), 2u);  // the second step keeps the first one's scene
}

TEST_F(TourTest, WaitsForScenesAndBeginsAgain) {
  const Tour all = tour(flags + "[[step]]\nscene = \"cloth/stack\"\nseconds = 1\n");
  PlainStage stage(all);
  TourPlayer player(all, stage, true);
  for (int frame = 0; frame < 60; ++frame) EXPECT_TRUE(player.go_on(tour_frame_s));
  stage.is_ready = false;
  for (int wait = 0; wait < 3; ++wait) EXPECT_FALSE(player.go_on(tour_frame_s));
  EXPECT_FALSE(player.over());
  stage.is_ready = true;
  for (int frame = 0; frame < 61; ++frame) EXPECT_TRUE(player.go_on(tour_frame_s));
  EXPECT_EQ(stage.prepared,
            (std::vector<std::string>{"cloth/stack", "cloth/flags", "cloth/stack"}));
  EXPECT_EQ(stage.opened, (std::vector<std::string>{"cloth/flags", "cloth/stack", "cloth/flags"}));
  EXPECT_FALSE(player.over());
}

TEST_F(TourTest, ShortStepsHaveAFrameEach) {
  Tour all = tour(flags + flags + flags);
  hurry(all, 1000.0f);
  EXPECT_EQ(frame_count(all, tour_frame_s), 3);
}

TEST_F(TourTest, TheCameraFollowsThePathAndTurns) {
  const Tour all = tour(flags + "turn_deg_s = 30\n[[step]]\nseconds = 2\n[[step.camera]]\n" +
                        "eye_m = [0, 1, 5]\ntarget_m = [0, 1, 0]\n[[step.camera]]\ntime_s = 2\n" +
                        "eye_m = [0, 1, 1]\ntarget_m = [0, 1, 0]\n");
  PlainStage stage(all);
  TourPlayer player(all, stage, false);
  for (int frame = 0; frame < 60; ++frame) player.go_on(tour_frame_s);
  EXPECT_NEAR(player.camera().yaw_deg, 10.0f + 30.0f, 1e-3f);
  for (int frame = 0; frame < 60; ++frame) player.go_on(tour_frame_s);
  EXPECT_NEAR(player.camera().distance_m, std::sqrt(5.0f), 1e-3f);  // half way
}

TEST_F(TourTest, AStepWithoutACameraGoesOnFromTheLast) {
  const Tour all = tour(flags + "turn_deg_s = 30\n[[step]]\nseconds = 1\n");
  PlainStage stage(all);
  TourPlayer player(all, stage, false);
  for (int frame = 0; frame < 90; ++frame) player.go_on(tour_frame_s);
  EXPECT_NEAR(player.camera().yaw_deg, 40.0f, 1e-3f);
}

TEST_F(TourTest, ParametersChangeAndPullsPullInTheirTime) {
  const Tour all =
      tour(flags + "[[step.set]]\ntime_s = 0.5\nparameter = \"iterations=3\"\n[[step.pull]]\n" +
           "start_s = 0.2\nat_m = [-1.93, 0.83, 0.0]\npath = [[0, 0, 0, 0], [0.4, 0, 0, 0.5]]\n" +
           "pin = true\n");
  PlainStage stage(all);
  TourPlayer player(all, stage, false);
  World& world = stage.session.world();
  const Parameter& iterations = parameter_named(world.parameters(), "iterations");
  std::vector<int> held, pinned;
  for (int frame = 0; frame < 60; ++frame) {
    player.go_on(tour_frame_s);
    if (frame == 29) {
      EXPECT_EQ(iterations.text(), "16");
    }
    if (frame == 31) {
      EXPECT_EQ(iterations.text(), "3");
    }
    held.push_back(world.grabbed_vertex());
    pinned.push_back(static_cast<int>(world.pinned_vertices().size()));
    const Overlay marks = player.overlay(world.grabbed_vertex(), world.pinned_vertices());
    EXPECT_EQ(marks.lines.size(), held.back() >= 0 ? 1u : 0u);
  }
  EXPECT_EQ(held[5], -1);
  EXPECT_EQ(held[20], 1199);  // a corner of the first flag
  EXPECT_EQ(held[50], -1);
  EXPECT_EQ(pinned[20], 0);
  EXPECT_EQ(pinned[50], 1);
}

TEST_F(TourTest, ToolsAreUsedInTheirTime) {
  const Tour all = tour(
      "[[step]]\nscene = \"cloth/flags\"\nseconds = 1\n"
      "[[step.shot]]\ntime_s = 0.2\nfrom_m = [0, 2, 4]\nvelocity_m_s = [0, 0, -9]\n"
      "radius_m = 0.2\n"
      "[[step.blow]]\ntime_s = 0.3\nfrom_m = [0, 1, 4]\nvelocity_m_s = [0, 0, -5]\n"
      "[[step.blow]]\ntime_s = 0.5\n"
      "[[step.cut]]\ntime_s = 0.1\neye_m = [0, 2, 9]\nfrom = [-3, 0.1, -9]\nto = [3, -0.1, -9]\n"
      "[[step.pull]]\nat_m = [-1.93, 0.83, 0.0]\npath = [[0, 0, 0, 0], [0.1, 0, 0, 0.1]]\n"
      "pin = true\n"
      "[[step.unpin]]\ntime_s = 0.6\n");
  PlainStage stage(all);
  TourPlayer player(all, stage, false);
  World& world = stage.session.world();
  const std::size_t whole = world.draw_list().triangles.size();
  const auto until = [&](double time_s, double& now_s) {
    for (; now_s < time_s; now_s += tour_frame_s) player.go_on(tour_frame_s);
  };
  double now_s = 0.0;
  until(0.09, now_s);
  EXPECT_EQ(world.draw_list().triangles.size(), whole);
  until(0.15, now_s);
  EXPECT_LT(world.draw_list().triangles.size(), whole) << "cut";
  EXPECT_FALSE(world.has_balls());
  until(0.25, now_s);
  EXPECT_TRUE(world.has_balls());
  EXPECT_FALSE(world.breath().blows());
  until(0.4, now_s);
  EXPECT_TRUE(world.breath().blows());
  EXPECT_EQ(world.pinned_vertices().size(), 1u);
  until(0.55, now_s);
  EXPECT_FALSE(world.breath().blows());
  until(0.65, now_s);
  EXPECT_TRUE(world.pinned_vertices().empty());
}

TEST_F(TourTest, ACopyOfABodyIsAdded) {
  const Tour all =
      tour("[[step]]\nscene = \"piles/few\"\nseconds = 1\n[[step.body]]\nat_m = [0, 0.2, 0]\n");
  PlainStage stage(all);
  TourPlayer player(all, stage, false);
  player.go_on(tour_frame_s);
  EXPECT_EQ(stage.session.world().added_bodies(), 1);
}

TEST_F(TourTest, WhatComesAfterTheLastFrameOfAStepIsDoneToo) {
  const Tour all = tour(flags + "[[step.blow]]\nvelocity_m_s = [0, 0, -5]\n" +
                        "[[step.blow]]\ntime_s = 1\n[[step.set]]\ntime_s = 1\n" +
                        "parameter = \"iterations=3\"\n[[step]]\nseconds = 1\n");
  PlainStage stage(all);
  TourPlayer player(all, stage, false);
  World& world = stage.session.world();
  for (int frame = 0; frame < 60; ++frame) player.go_on(tour_frame_s);
  EXPECT_TRUE(world.breath().blows());
  player.go_on(tour_frame_s);
  EXPECT_FALSE(world.breath().blows());
  EXPECT_EQ(parameter_named(world.parameters(), "iterations").text(), "3");
}

TEST_F(TourTest, CutsAtOneTimeAreOne) {
  const std::string cut = "[[step.cut]]\ntime_s = 0.5\neye_m = [0, 0, 9]\nfrom = [0, 1, -9]\nto = ";
  const Tour all = tour(flags + cut + "[1, 1, -9]\n" + cut + "[2, 1, -9]\n");
  ASSERT_EQ(all.steps[0].tools.size(), 1u);
  EXPECT_EQ(std::get<std::vector<CutStroke>>(all.steps[0].tools[0].tool).size(), 2u);
  EXPECT_EQ(tour(tour_text(all)).steps[0].tools.size(), 1u);
}

TEST_F(TourTest, APullMayEndWithItsStep) {
  const std::string pull =
      "[[step]]\nscene = \"cloth/flags\"\nseconds = {}\n[[step.pull]]\nstart_s = 0.36\n"
      "at_m = [0, 1, 0]\npath = [[0, 0, 0, 0], [0.81, 0, 1, 0]]\n";
  EXPECT_NO_THROW(tour(fmt::format(fmt::runtime(pull), 1.17)));  // a sum that rounds up
  expect_error(fmt::format(fmt::runtime(pull), 1.16), ":7", "path");
}

TEST_F(TourTest, LetsGoWhenItIsStopped) {
  const Tour all = tour(flags + "[[step.pull]]\nat_m = [-1.93, 0.83, 0.0]\n" +
                        "path = [[0, 0, 0, 0], [1, 0, 0, 0.5]]\n");
  PlainStage stage(all);
  TourPlayer player(all, stage, false);
  player.go_on(tour_frame_s);
  EXPECT_EQ(stage.session.world().grabbed_vertex(), 1199);
  player.stop();
  EXPECT_EQ(stage.session.world().grabbed_vertex(), -1);
}

/// Recorded actions survive writing and reading.
TEST_F(TourTest, NotesBecomeATour) {
  TourNotes notes;
  TourSample now{.scene = "cloth/flags",
                 .scene_count = 1,
                 .backend = Backend::serial,
                 .time_s = 0.0,
                 .camera = Camera{{0.0f, 1.0f, 0.0f}, 4.0f, 0.0f, 10.0f, 35.0f},
                 .hold = {},
                 .pinned = 0,
                 .parameters = {{"iterations", "16"}, {"friction", "0.5"}}};
  const auto see_until = [&](double end_s, auto change) {
    for (; now.time_s < end_s; now.time_s += tour_frame_s) {
      change();
      notes.see(now);
    }
  };
  const auto nothing = [] {};
  see_until(1.0, nothing);
  see_until(1.5, [&] { now.camera.orbit(1.0f, 0.0f); });
  const Camera turned = now.camera;
  const Breath breath{{0, 1, 4}, {0, 0, -5}};
  now.hold = {{-1.93f, 0.83f, 0.0f}, {-1.93f, 0.83f, 0.0f}};
  see_until(2.0, [&] {
    now.hold->to_m.z += 0.01f;
    notes.see(breath);
  });
  notes.see(Breath{});
  notes.see(World::Shot{{1, 2, 3}, {0, 0, -9}, {0.25f, 700.0f}});
  notes.see(std::vector{CutStroke{{0, 2, 9}, {-3, 0.5f, -9}, {3, 0, -9}}});
  notes.see(BodyCopy{{1, 0, 1}, glm::vec3(0, 2, 9)});
  notes.see(ReleasedPins{});
  now.hold.reset();
  now.pinned = 1;
  now.parameters["iterations"] = "3";
  see_until(2.5, nothing);
  now.backend = Backend::tbb;
  see_until(3.0, nothing);
  now.time_s = 0.0;  // a reset
  see_until(0.5, nothing);
  now.scene = "cloth/stack";
  now.scene_count = 2;
  now.time_s = 0.0;
  see_until(0.5, nothing);

  const Tour all = tour(tour_text(notes.tour()));
  ASSERT_EQ(all.steps.size(), 4u);
  const TourStep& first = all.steps[0];
  EXPECT_EQ(first.says.scene, "cloth/flags");
  EXPECT_EQ(first.says.backend, "serial");
  EXPECT_NEAR(first.says.seconds, 2.5f, 0.02f);
  const CameraPath path(camera_keys_of(first.camera, -1.0f));
  EXPECT_NEAR(path.at(0.95).yaw_deg, 0.0f, 0.01f);  // at rest until it moves
  EXPECT_NEAR(path.at(1.25).yaw_deg, 15.5f, 1.0f);
  EXPECT_NEAR(path.at(2.5).yaw_deg, turned.yaw_deg, 0.01f);
  ASSERT_EQ(first.pulls.size(), 1u);
  EXPECT_NEAR(first.pulls[0].start_s, 1.5f, 0.02f);
  EXPECT_NEAR(first.pulls[0].end_s(), 2.0f, 0.04f);
  EXPECT_NEAR(first.pulls[0].path.back().shift_m.z, 0.3f, 0.02f);
  EXPECT_TRUE(first.pulls[0].pin);
  ASSERT_EQ(first.sets.size(), 1u);
  EXPECT_EQ(first.sets[0].setting, "iterations=3");
  EXPECT_NEAR(first.sets[0].time_s, 2.0f, 0.04f);
  ASSERT_EQ(first.tools.size(), 10u) << "of the air, one each seven frames";
  for (int i = 0; i < 5; ++i)
    EXPECT_NEAR(first.tools[i].time_s, 1.5f + 7.0f / 60.0f * static_cast<float>(i), 0.05f) << i;
  EXPECT_EQ(std::get<Breath>(first.tools[0].tool).velocity_m_s, breath.velocity_m_s);
  EXPECT_NEAR(first.tools[5].time_s, 2.0f, 0.04f);
  for (const TourUse& use : first.tools) {
    if (const auto* shot = std::get_if<World::Shot>(&use.tool)) {
      EXPECT_EQ(shot->velocity_m_s, glm::vec3(0, 0, -9));
      EXPECT_EQ(shot->kind, (BallKind{0.25f, 700.0f}));
    }
    if (const auto* strokes = std::get_if<std::vector<CutStroke>>(&use.tool)) {
      EXPECT_EQ(strokes->front().from, glm::vec3(-3, 0.5f, -9));
    }
    if (const auto* body = std::get_if<BodyCopy>(&use.tool)) {
      EXPECT_EQ(body->seen_from_m, glm::vec3(0, 2, 9));
    }
  }
  const auto last_breath = std::ranges::find_if(first.tools, [](const TourUse& use) {
    const auto* air = std::get_if<Breath>(&use.tool);
    return air && !air->blows();
  });
  EXPECT_NE(last_breath, first.tools.end()) << "it stops";
  EXPECT_EQ(all.steps[1].says.scene, "");  // it continues on another backend
  EXPECT_EQ(all.steps[1].says.backend, "tbb");
  EXPECT_EQ(all.steps[2].says.scene, "cloth/flags");
  EXPECT_EQ(all.steps[3].says.scene, "cloth/stack");
  EXPECT_EQ(all.steps[3].says.backend, "same");
}

TEST_F(TourTest, TextsKeepTheirQuotes) {
  Tour all = tour(flags);
  all.steps[0].says.caption = "A \"flag\" \\ two\nlines";
  EXPECT_EQ(tour(tour_text(all)).steps[0].says.caption, all.steps[0].says.caption);
}

TEST_F(TourTest, SaysWhatIsWrongAndWhere) {
  expect_error("title = \"Nothing\"\n", "", "has no [[step]]");
  expect_error("[[step]]\nseconds = 1\n", ":1", "scene is missing");
  expect_error("[[step]]\nscene = \"cloth/flag\"\nseconds = 1\n", ":2",
               "did you mean 'cloth/flags'");
  expect_error("[[step]]\nscene = \"none.toml\"\nseconds = 1\n", ":2", "no such file");
  expect_error("[[step]]\nscene = \"cloth/flags\"\n", ":1", "seconds is missing");
  expect_error("[[step]]\nscene = \"cloth/flags\"\nseconds = -3\n", ":3", "is -3");
  expect_error(flags + "solver = \"gpu\"\n", ":4", "must be one of");
  expect_error(flags + "captoin = \"\"\n", ":4", "did you mean 'caption'");
  expect_error(flags + "[[step.camera]]\ntime_s = 2\n", ":5", "begin at 0 and ascend");
  expect_error(flags + "[[step.camera]]\n[[step.camera]]\n", ":5", "begin at 0 and ascend");
  expect_error(flags + "[[step.pull]]\npath = [[0, 0, 0, 0], [1, 0, 0, 0]]\n", ":4",
               "at_m is missing");
  expect_error(flags + "[[step.pull]]\nat_m = [0, 0, 0]\n", ":4", "path is missing");
  const std::string pull = "[[step.pull]]\nat_m = [0, 0, 0]\npath = [[0, 0, 0, 0], [0.6, 0, 0, ";
  expect_error(flags + pull + "0], [0.3, 0, 0, 0]]\n", ":6", "ascending times");
  expect_error(flags + pull + "0], [2, 0, 0, 0]]\n", ":6", "ends at 2 s");
  expect_error(flags + pull + "0]]\n" + pull + "0]]\n", ":7", "the pull before it lasts until");
  expect_error(flags + "[[step.set]]\nparameter = \"iterations\"\n", ":5", "KEY=VALUE");
  expect_error(flags + "[[step.shot]]\nfrom_m = [0, 1, 0]\n", ":4", "velocity_m_s is missing");
  expect_error(flags + "[[step.cut]]\ntime_s = 2\n", ":5", "time_s is 2");
  expect_error(flags + "[[step.body]]\n", ":4", "at_m is missing");
  expect_error(flags + "[[step.set]]\ntime_s = 2\nparameter = \"iterations=3\"\n", ":5",
               "time_s is 2");
}

TEST_F(TourTest, SaysWhereAParameterIsThatTheSceneDoesNotHave) {
  const Tour all = tour(flags + "[[step.set]]\nparameter = \"iteration=3\"\n");
  PlainStage stage(all);
  TourPlayer player(all, stage, false);
  try {
    player.go_on(tour_frame_s);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("limber_tour.toml:4: "), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("iterations"), std::string::npos) << error.what();
  }
}

TEST_F(TourTest, TheScenesOfToursThatComeWithItTakeTheirParameters) {
  EXPECT_FALSE(list_tours().empty());
  for (const std::string& id : list_tours()) {
    const Tour all = open_tour(id);
    std::string scene;
    for (const TourStep& step : all.steps) {
      if (!step.says.scene.empty()) scene = step.says.scene;
      std::vector<std::string> settings;
      for (const TourSet& set : step.sets) settings.push_back(set.setting);
      Progress silent;
      if (settings.empty()) continue;
      EXPECT_NO_THROW(open_scene(scene, silent, {}, settings)) << scene;
    }
  }
}

TEST_F(TourTest, TheOneThroughAllFamiliesTakesAMinuteAndAHalf) {
  const Tour all = open_tour("families");
  std::set<std::string> families;
  float seconds = 0.0f;
  for (const TourStep& step : all.steps) {
    families.insert(step.says.scene.substr(0, step.says.scene.find('/')));
    seconds += step.says.seconds;
    EXPECT_FALSE(step.says.caption.empty());
  }
  EXPECT_EQ(families, (std::set<std::string>{"cloth", "fem", "fluid", "grains", "joints", "piles",
                                             "plants", "volume", "world"}));
  EXPECT_NEAR(seconds, 90.0f, 5.0f);
}

}  // namespace
}  // namespace limber
