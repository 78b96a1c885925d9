// The list's entries for the shipped scenes.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/panel/thumbnails.h"
#include "kernels/error.h"
#include "render/image_file.h"
#include "scenes/scene.h"

namespace limber {
namespace {

TEST(SceneList, EverySceneHasASentence) {
  constexpr std::size_t longest = 90;
  for (const SceneEntry& scene : list_scenes()) {
    EXPECT_TRUE(scene.about.ends_with('.')) << scene.id << ": " << scene.about;
    EXPECT_NE(scene.about, scene.title + ".") << scene.id << " says the same twice";
    EXPECT_LE(scene.about.size(), longest) << scene.id;
  }
}

TEST(SceneList, ScenesOfAFamilyStandTogether) {
  std::set<std::string> families;
  std::string before;
  for (const SceneEntry& scene : list_scenes()) {
    if (scene.family != before) {
      EXPECT_TRUE(families.insert(scene.family).second) << scene.family << " appears again";
    }
    before = scene.family;
  }
}

TEST(SceneList, EverySceneHasASmallPicture) {
  std::size_t bytes = 0;
  for (const SceneEntry& scene : list_scenes()) {
    const std::string_view file = thumbnail_file(scene.id);
    ASSERT_FALSE(file.empty()) << "make it: app/thumbnails.py build/release/limber " << scene.id;
    bytes += file.size();
    const Image image = read_jpeg(file);
    EXPECT_EQ(image.width, 240) << scene.id;
    EXPECT_EQ(image.height, 135) << scene.id;
    const auto [darkest, brightest] = std::ranges::minmax_element(image.rgba8);
    EXPECT_LT(*darkest + 50, *brightest) << scene.id << " shows nothing";
  }
  EXPECT_LT(bytes, 1'000'000u);
}

TEST(SceneList, AnotherHasNone) { EXPECT_TRUE(thumbnail_file("no/such").empty()); }

TEST(SceneList, WhatIsNoPictureIsRefused) {
  EXPECT_THROW(read_jpeg("no picture"), Error);
  EXPECT_THROW(read_jpeg(""), Error);
}

}  // namespace
}  // namespace limber
