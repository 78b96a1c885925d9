#include "scenes/saved_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "kernels/error.h"
#include "scenes/look_table.h"
#include "scenes/scene.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

constexpr const char* cloth_scene = R"(# A note that stays.
title = "Cloth"
family = "cloth"
[settings]
iterations = 8   # few
method = "jacobi"
wind_m_s = [1, 2,
            3]
[[cloth]]
columns = 6
rows = 6
center_m = [0, 0.4, 0]
pins = "left_edge"
)";

constexpr const char* mixture = R"(family = "world"
[settings]
dt_s = 0.004
[settings.pile]
rolling = 0.1
[[cloth]]
columns = 6
rows = 6
center_m = [0, 0.4, 0]
[[pile]]
shape = "torus"
count = 1
columns = 1
center_m = [2, 0.5, 0]
)";

class SavedScene : public testing::Test {
 protected:
  std::string write(const char* name, const std::string& text) {
    const std::string path = (folder_.path() / name).string();
    std::ofstream(path) << text;
    return path;
  }

  /// The text of a scene with this look and camera; opening and saving it again must not change it.
  std::string seen(const std::string& text, const Look& look, const SceneCamera& camera) {
    std::string written = scene_text_with(write("before.toml", text), {{}, look, camera});
    const std::string file = write("after.toml", written);
    const Scene again = open_scene(file);
    EXPECT_EQ(look_texts(again.look), look_texts(look)) << written;
    EXPECT_EQ(camera_lines(again.camera), camera_lines(camera)) << written;
    EXPECT_EQ(scene_text_with(file, {{}, look, camera}), written);
    return written;
  }

  /// The text of a scene with these settings, after saving and reopening it. All parameters and the
  /// state after some steps must be equal.
  std::string saved(const std::string& text, const std::vector<std::string>& settings) {
    const std::string before = write("before.toml", text);
    Progress silent;
    Exec exec(Backend::serial);
    const Scene scene = open_scene(before, silent, {}, settings);
    const auto world = scene.build(exec);
    std::vector<Parameter> changed;
    for (const std::string& setting : settings)
      changed.push_back(parameter_named(world->parameters(), setting.substr(0, setting.find('='))));
    const std::string written = scene_text_with(before, {changed, scene.look, scene.camera});
    const auto again = open_scene(write("after.toml", written)).build(exec);
    EXPECT_EQ(values_of(*again), values_of(*world)) << written;
    for (World* each : {world.get(), again.get()}) each->advance({.steps = 5});
    EXPECT_EQ(again->state_hash(), world->state_hash());
    return written;
  }

 private:
  static std::vector<std::string> values_of(World& world) {
    std::vector<std::string> values;
    for (const Parameter& parameter : world.parameters())
      values.push_back(parameter.key + "=" + parameter.text());
    return values;
  }

  TemporaryFolder folder_;
};

TEST_F(SavedScene, OpensWithTheSameParametersAndRunsTheSame) {
  const std::string text =
      saved(cloth_scene, {"iterations=12", "method=xpbd", "wind_m_s=4, -5.5, 0",
                          "dt_s=0.00012345679", "gravity_m_s2=3", "collisions=false"});
  EXPECT_NE(text.find("iterations = 12   # few\n"), std::string::npos) << text;
  EXPECT_TRUE(text.starts_with("# A note that stays.\n"));
}

TEST_F(SavedScene, MixturesHaveTheSettingsOfTheirSystems) {
  const std::string text = saved(mixture, {"cloth.friction=0.7", "pile.friction=0.1",
                                           "pile.rolling=0.3", "dt_s=0.002", "gravity_m_s2=5"});
  EXPECT_NE(text.find("rolling = 0.3"), std::string::npos) << text;
  EXPECT_NE(text.find("\n[settings.cloth]\nfriction = 0.7\n"), std::string::npos) << text;
}

TEST_F(SavedScene, SettingsAreAddedWhereThereAreNone) {
  std::string text = cloth_scene;
  const std::size_t first = text.find("[settings]");
  text.erase(first, text.find("[[cloth]]") - first);
  EXPECT_NE(saved(text, {"iterations=3"}).find("\n[settings]\niterations = 3\n"),
            std::string::npos);
}

TEST_F(SavedScene, SaysNothingOfAUsualLookAndCamera) {
  EXPECT_EQ(seen(cloth_scene, {}, {}), cloth_scene);
}

TEST_F(SavedScene, HasTheLook) {
  Look look;
  look.horizon = {0.5f, 0.25f, 2.0f};
  EXPECT_NE(seen(cloth_scene, look, {}).find("\n[look]\nhorizon = [0.5, 0.25, 2]\n"),
            std::string::npos);
  look = std::ranges::find(named_looks(), "night", &NamedLook::name)->look;
  look.exposure_stops = 1.5f;
  const std::string night = seen(cloth_scene, look, {});
  EXPECT_NE(night.find("\n[look]\nlike = \"night\"\nexposure_stops = 1.5\n"), std::string::npos)
      << night;
  look.to_light = {-0.352f, 1.003f, 0.498f};
  seen(night, look, {});
  EXPECT_EQ(seen(night, {}, {}).find("night"), std::string::npos);
}

TEST_F(SavedScene, HasTheCamera) {
  const SceneCamera camera{.eye_m = {1.5f, 2, -3}, .target_m = {0, 0.25f, 0}, .fov_deg = 50};
  const std::string text = seen(cloth_scene, {}, camera);
  EXPECT_NE(text.find("\n[camera]\n"
                      "eye_m = [1.5, 2, -3]\ntarget_m = [0, 0.25, 0]\nfov_deg = 50\n"),
            std::string::npos)
      << text;
  EXPECT_NE(seen(text + "# The end.\n", {}, {}).find("# The end."), std::string::npos);
}

TEST_F(SavedScene, OneOfThePrograms) {
  float damping = 0.75f;
  const std::vector<Parameter> changed{{.key = "damping_per_s", .help = "", .target = &damping}};
  EXPECT_NE(scene_text_with("cloth/flags", {changed, {}, {}}).find("damping_per_s = 0.75\n"),
            std::string::npos);
}

TEST_F(SavedScene, WhatCannotBeSavedIsRefused) {
  int iterations = 3;
  const std::vector<Parameter> changed{{.key = "iterations", .help = "", .target = &iterations}};
  EXPECT_THROW(scene_text_with("some.obj", {changed, {}, {}}), Error);
  EXPECT_THROW(scene_text_with("no/such", {changed, {}, {}}), Error);
  EXPECT_THROW(scene_text_with("/no/such.toml", {changed, {}, {}}), Error);
  const std::string unusual = write("unusual.toml", "settings = { dt_s = 0.01 }\n");
  try {
    scene_text_with(unusual, {changed, {}, {}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("unusual way"), std::string::npos) << error.what();
  }
  const std::string inline_look = write("inline.toml", "look = { like = \"evening\" }\n");
  EXPECT_THROW(scene_text_with(inline_look, {{}, {.exposure_stops = 2}, {}}), Error);
}

}  // namespace
}  // namespace limber
