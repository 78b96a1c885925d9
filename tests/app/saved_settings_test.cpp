#include "app/saved_settings.h"

#include <gtest/gtest.h>

#include <fstream>

#include "kernels/error.h"
#include "tests/unit/environment_variable.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

TEST(SavedSettings, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "not/there/yet/settings.json";
  SavedSettings kept{.scene = "piles/few",
                     .window = {1000, 700},
                     .panels = false,
                     .profiler = true,
                     .bar = true,
                     .text_size = 1.25f,
                     .quality = QualityLevel::high,
                     .sections = {{"Film", true}, {"Solver", false}},
                     .views = {}};
  write_settings(file, kept);
  EXPECT_EQ(read_settings(file), kept);
}

TEST(SavedSettings, ViewsStayWhereTheyLook) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "settings.json";
  Camera view{.target_m = {1.0f, 0.5f, -2.0f}, .distance_m = 4.0f, .yaw_deg = 70.0f};
  view.floor_m = 0.25f;
  SavedSettings kept;
  kept.views["cloth/flags"][8] = view;
  write_settings(file, kept);
  const SavedSettings read = read_settings(file);
  const CameraMoves::KeptViews& views = read.views.at("cloth/flags");
  EXPECT_FALSE(views[0]);
  ASSERT_TRUE(views[8]);
  EXPECT_LT(glm::distance(views[8]->eye_m(), view.eye_m()), 1e-4f);
  EXPECT_LT(glm::distance(views[8]->target_m, view.target_m), 1e-4f);
  EXPECT_EQ(views[8]->floor_m, 0.25f);
}

TEST(SavedSettings, ThereAreNoneAtFirst) {
  EXPECT_EQ(read_settings("/no/such/settings.json"), SavedSettings{});
}

TEST(SavedSettings, ABrokenFileIsRefusedWithItsName) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "settings.json";
  for (const char* text :
       {"", "{\"scene\": ", "[]", "{\"scene\": 3}", "{\"window\": [7]}", "{\"text_size\": \"x\"}",
        "{\"views\": {\"a\": {\"10\": {}}}}", "{\"views\": {\"a\": {\"x\": {}}}}",
        "{\"views\": {\"a\": {\"1\": {\"eye_m\": [1, 2]}}}}"}) {
    std::ofstream(file) << text;
    try {
      read_settings(file);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << text;
    }
  }
}

TEST(SavedSettings, SizesBeyondReasonAreBounded) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "settings.json";
  std::ofstream(file) << R"({"window": [1, 1000000], "text_size": 100, "unknown": 1})";
  const SavedSettings kept = read_settings(file);
  EXPECT_EQ(kept.window, glm::ivec2(200, 16384));
  EXPECT_EQ(kept.text_size, 3.0f);
}

TEST(SavedSettings, LieInTheUsersFolderAndCanBeForgotten) {
  const TemporaryFolder folder;
  const EnvironmentVariable config("XDG_CONFIG_HOME", folder.path().c_str());
  EXPECT_EQ(settings_file(), folder.path() / "limber/settings.json");
  write_settings(settings_file(), {.scene = "piles/few"});
  forget_settings();
  EXPECT_EQ(read_settings(settings_file()).scene, "");
  const EnvironmentVariable relative("XDG_CONFIG_HOME", "here");
  const EnvironmentVariable home("HOME", "/home/someone");
  EXPECT_EQ(settings_file(), "/home/someone/.config/limber/settings.json");
}

ParsedOptions parsed(std::vector<const char*> words) {
  words.insert(words.begin(), "limber");
  return parse_options(static_cast<int>(words.size()), words.data());
}

TEST(SavedSettings, WhatTheCommandLineSaysWins) {
  const SavedSettings kept{.scene = "piles/few", .window = {1000, 700}};
  const Options none = with_saved(parsed({}).options, kept);
  EXPECT_EQ(none.scene, "piles/few");
  EXPECT_EQ(none.size, glm::ivec2(1000, 700));
  const Options said = with_saved(parsed({"cloth/tube", "--size", "640x480"}).options, kept);
  EXPECT_EQ(said.scene, "cloth/tube");
  EXPECT_EQ(said.size, glm::ivec2(640, 480));
  EXPECT_EQ(with_saved(parsed({"cloth/flags"}).options, kept).scene, "cloth/flags");
  EXPECT_EQ(with_saved(parsed({"--set", "iterations=3"}).options, kept).scene, "cloth/flags");
  EXPECT_EQ(with_saved(parsed({}).options, {}).size, glm::ivec2(1280, 720));
  const SavedSettings rough{.quality = QualityLevel::low};
  EXPECT_EQ(with_saved(parsed({}).options, rough).quality, QualityLevel::low);
  EXPECT_EQ(with_saved(parsed({"--quality", "high"}).options, rough).quality, QualityLevel::high);
}

TEST(SavedSettings, OnlyWindowsToLookAtKeepThem) {
  EXPECT_TRUE(keeps_settings(parsed({}).options));
  EXPECT_TRUE(keeps_settings(parsed({"cloth/tube", "--solver", "tbb", "--set", "a=b"}).options));
  for (const std::vector<const char*>& words :
       std::vector<std::vector<const char*>>{{"--headless"},
                                             {"--no-render"},
                                             {"--frames", "3"},
                                             {"--tour", "families"},
                                             {"--stats", "-"},
                                             {"--record", "a.mp4"},
                                             {"--screenshot", "a.png"},
                                             {"--mesh", "a.obj"},
                                             {"--export", "a.usda"},
                                             {"--save", "a.limber"}})
    EXPECT_FALSE(keeps_settings(parsed(words).options)) << words.front();
}

}  // namespace
}  // namespace limber
