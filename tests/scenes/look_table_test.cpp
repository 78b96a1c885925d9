// [look]: the light on a scene, and what is around it.

#include "scenes/look_table.h"

#include <gtest/gtest.h>

#include "kernels/error.h"
#include "scenes/scene.h"

namespace limber {
namespace {

Look look_of(const std::string& table) {
  return open_scene_text("cloth", "title = \"Cloth\"\nfamily = \"cloth\"\n" + table +
                                      "[[cloth]]\nshape = \"grid\"\ncolumns = 4\nrows = 4\n")
      .look;
}

const Look& named(std::string_view name) {
  const auto all = named_looks();
  return std::ranges::find(all, name, &NamedLook::name)->look;
}

TEST(LookTable, IsTheStudioWhereASceneSaysNothing) {
  EXPECT_EQ(look_of(""), Look{});
  EXPECT_EQ(look_of("[look]\nlike = \"studio\"\n"), Look{});
}

TEST(LookTable, ChangesTheLookThatItNames) {
  Look expected = named("evening");
  EXPECT_EQ(look_of("[look]\nlike = \"evening\"\n"), expected);
  expected.horizon = {0.1f, 0.2f, 0.3f};
  expected.exposure_stops = 1.5f;
  expected.to_light = {0.0f, 1.0f, 0.0f};
  EXPECT_EQ(look_of("[look]\nlike = \"evening\"\nhorizon = [0.1, 0.2, 0.3]\n"
                    "exposure_stops = 1.5\nto_light = [0, 7, 0]\n"),
            expected);
}

TEST(LookTable, RefusesWhatCannotBeShown) {
  const auto refused = [](const std::string& lines, const char* key) {
    try {
      look_of("[look]\n" + lines + "\n");
      ADD_FAILURE() << lines;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_NE(std::string(error.what()).find(key), std::string::npos) << error.what();
    }
  };
  refused("to_light = [1, 0.1, 0]", "to_light");
  refused("to_light = [0, -1, 0]", "10 degrees");
  refused("like = \"evning\"", "evening");
  refused("zenith = [0, 0, -1]", "zenith");
  refused("light = [11, 0, 0]", "light");
  refused("ambiance = 1", "ambiance");
}

TEST(LookTable, NamedLooksHaveALightThatScenesMayHave) {
  for (const NamedLook& look : named_looks())
    EXPECT_GE(glm::normalize(look.look.to_light).y, std::sin(glm::radians(lowest_light_deg)))
        << look.name;
}

}  // namespace
}  // namespace limber
