#include "app/actions.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace limber {
namespace {

TEST(Actions, NoKeyMeansTwoThings) {
  std::set<std::pair<int, int>> taken;
  for (const ActionInfo& info : all_actions())
    for (const KeyChord& chord : info.chords)
      EXPECT_TRUE(taken.emplace(chord.key, chord.mods).second) << info.keys;
}

TEST(Actions, EveryActionIsInTheTableOnceWithWordsAndKeys) {
  std::set<Action> seen;
  for (const ActionInfo& info : all_actions()) {
    EXPECT_TRUE(seen.insert(info.action).second) << info.name;
    EXPECT_FALSE(info.name.empty() || info.help.empty() || info.keys.empty() || info.group.empty());
    EXPECT_FALSE(info.chords.empty()) << info.name;
    EXPECT_EQ(info_of(info.action).name, info.name);
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(Action::quit) + 1);
}

TEST(Actions, GroupsStandTogether) {  // one menu each
  std::set<std::string_view> before;
  std::string_view group;
  for (const ActionInfo& info : all_actions()) {
    if (info.group != group) {
      EXPECT_TRUE(before.insert(info.group).second) << info.group;
    }
    group = info.group;
  }
}

TEST(Actions, TheFirstMenuEndsWithQuit) {
  const std::string_view first = all_actions().front().group;
  EXPECT_EQ(info_of(Action::quit).group, first);
  const auto other = std::ranges::find_if(
      all_actions(), [&](const ActionInfo& info) { return info.group != first; });
  EXPECT_EQ(std::prev(other)->action, Action::quit);
}

TEST(Actions, KeysAreFoundWithTheirModifiers) {
  EXPECT_EQ(action_of_key(GLFW_KEY_SPACE, 0), Action::pause);
  EXPECT_EQ(action_of_key(GLFW_KEY_P, 0), Action::pause);
  EXPECT_EQ(action_of_key(GLFW_KEY_P, GLFW_MOD_CONTROL), Action::screenshot);
  EXPECT_EQ(action_of_key(GLFW_KEY_O, 0), Action::single_step);
  EXPECT_EQ(action_of_key(GLFW_KEY_O, GLFW_MOD_CONTROL), Action::search_scenes);
  EXPECT_EQ(action_of_key(GLFW_KEY_R, GLFW_MOD_SHIFT), Action::reset);
  EXPECT_EQ(action_of_key(GLFW_KEY_R, GLFW_MOD_CONTROL | GLFW_MOD_NUM_LOCK), Action::record);
  EXPECT_EQ(action_of_key(GLFW_KEY_R, GLFW_MOD_ALT), std::nullopt);
  EXPECT_EQ(action_of_key(GLFW_KEY_Z, 0), std::nullopt);
}

TEST(Actions, ShiftCountsWhereAKeyHasAMeaningWithIt) {
  EXPECT_EQ(action_of_key(GLFW_KEY_2, 0), Action::use_tbb);
  EXPECT_EQ(action_of_key(GLFW_KEY_2, GLFW_MOD_SHIFT), Action::kept_view);
  EXPECT_EQ(action_of_key(GLFW_KEY_2, GLFW_MOD_CONTROL), Action::keep_view);
  EXPECT_EQ(action_of_key(GLFW_KEY_9, GLFW_MOD_SHIFT), Action::kept_view);
  EXPECT_EQ(action_of_key(GLFW_KEY_9, 0), std::nullopt);
  EXPECT_EQ(action_of_key(GLFW_KEY_K, GLFW_MOD_SHIFT), Action::clear_camera_keys);
  EXPECT_EQ(action_of_key(GLFW_KEY_C, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT), Action::copy_view);
  EXPECT_EQ(place_of_key(Action::kept_view, GLFW_KEY_1), 0);
  EXPECT_EQ(place_of_key(Action::keep_view, GLFW_KEY_9), 8);
}

TEST(Actions, OnlySteppingRepeats) {
  EXPECT_EQ(action_of_key(GLFW_KEY_O, 0, true), Action::single_step);
  EXPECT_EQ(action_of_key(GLFW_KEY_SPACE, 0, true), std::nullopt);
  EXPECT_EQ(action_of_key(GLFW_KEY_R, GLFW_MOD_CONTROL, true), std::nullopt);
}

TEST(Actions, TheTableForTheReadmeHasEveryRow) {
  const std::string markdown = actions_as_markdown();
  for (const ActionInfo& info : all_actions())
    EXPECT_NE(markdown.find(info.help), std::string::npos) << info.name;
  for (const MouseInfo& mouse : all_mouse_gestures())
    EXPECT_NE(markdown.find(mouse.gesture), std::string::npos) << mouse.gesture;
}

}  // namespace
}  // namespace limber
