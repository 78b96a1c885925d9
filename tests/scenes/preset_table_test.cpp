// [[preset]]: values for some of a scene's parameters.

#include <gtest/gtest.h>

#include <fstream>

#include "kernels/error.h"
#include "scenes/scene.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

class PresetTable : public testing::Test {
 protected:
  Scene scene_with(const std::string& presets, const std::vector<std::string>& settings = {}) {
    const std::string file = (folder_.path() / "cloth.toml").string();
    std::ofstream(file) << "title = \"Cloth\"\nfamily = \"cloth\"\n[settings]\niterations = 3\n"
                           "[[cloth]]\nshape = \"grid\"\ncolumns = 4\nrows = 4\n"
                        << presets;
    Progress silent;
    return open_scene(file, silent, {}, settings);
  }
  static std::string value(const Scene& scene, const char* key) {
    Exec exec(Backend::serial);
    const auto world = scene.build(exec);
    return parameter_named(world->parameters(), key).text();
  }

 private:
  TemporaryFolder folder_;
};

constexpr const char* two =
    "[[preset]]\nname = \"stiff\"\nabout = \"Many iterations.\"\nsettings = [\"iterations=40\", "
    "\"gravity_m_s2=2\"]\n[[preset]]\nname = \"soft\"\nsettings = [\"iterations=1\"]\n";

TEST_F(PresetTable, IsThereToBeChosen) {
  const Scene scene = scene_with(two);
  ASSERT_EQ(scene.presets.size(), 2u);
  EXPECT_EQ(scene.presets[0].name, "stiff");
  EXPECT_EQ(scene.presets[0].about, "Many iterations.");
  EXPECT_EQ(scene.presets[1].settings, std::vector<std::string>{"iterations=1"});
  EXPECT_EQ(value(scene, "iterations"), "3");
}

TEST_F(PresetTable, IsASettingAndLaterOnesChangeIt) {
  const Scene scene = scene_with(two, {"preset=stiff", "gravity_m_s2=3"});
  EXPECT_EQ(value(scene, "iterations"), "40");
  EXPECT_EQ(value(scene, "gravity_m_s2"), "3");
  EXPECT_EQ(scene.settings,
            (std::vector<std::string>{"iterations=40", "gravity_m_s2=2", "gravity_m_s2=3"}));
  EXPECT_EQ(scene.asked, (std::vector<std::string>{"preset=stiff", "gravity_m_s2=3"}));
}

TEST_F(PresetTable, RefusesWhatCannotBeSet) {
  const auto refused = [&](const std::string& presets, const std::vector<std::string>& settings,
                           const std::string& words) {
    try {
      scene_with(presets, settings);
      ADD_FAILURE() << words;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  const std::string head = "[[preset]]\nname = \"x\"\n";
  refused(head + "settings = [\"iteration=4\"]\n", {}, "cloth.toml:11");
  refused(head + "settings = [\"iterations=many\"]\n", {}, "many");
  refused(head + "settings = []\n", {}, "at least one");
  refused("[[preset]]\nsettings = [\"iterations=4\"]\n", {}, "needs one");
  refused(head +
              "settings = [\"method=xpbd\"]\n[compare]\nkey = \"method\"\n"
              "values = [\"jacobi\", \"xpbd\"]\n",
          {}, "compares several values");
  refused(head + "settings = [\"iterations=4\"]\n" + head + "settings = [\"iterations=4\"]\n", {},
          "another preset");
  refused(two, {"preset=stif"}, "stiff, soft");
  refused("", {"preset=stiff"}, "no presets");
}

}  // namespace
}  // namespace limber
