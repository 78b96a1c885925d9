// The reference pages say what the declarations of keys and parameters say.

#include "scenes/reference.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace limber {
namespace {

TEST(SceneReference, OneTableIsAPartOfThePage) {
  const std::string page = scene_reference(), solid = scene_reference("solid");
  EXPECT_NE(page.find(solid), std::string::npos);
  EXPECT_NE(solid.find("| `cell_m` | `0` | 0 to 10000 |"), std::string::npos) << solid;
  EXPECT_EQ(solid.find("[[cloth]]"), std::string::npos);
  EXPECT_NE(scene_reference("check").find("| `lowest_m` | not checked | -10000 to 10000 |"),
            std::string::npos);
}

TEST(ParameterReference, OneFamilyIsAPartOfThePage) {
  const std::string page = parameter_reference(), plants = parameter_reference("plants");
  EXPECT_NE(page.find(plants), std::string::npos);
  EXPECT_NE(plants.find("| `numerical_damping` | 0.05 | 0 to 0.5 |"), std::string::npos) << plants;
  EXPECT_EQ(plants.find("relaxation"), std::string::npos);
  EXPECT_EQ(parameter_reference("cloth"), parameter_reference("volume"));
}

TEST(SceneReference, NamesTheNearestTable) {
  try {
    scene_reference("colider");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    EXPECT_STREQ(error.what(),
                 "no table of scene files is called 'colider'; did you mean "
                 "'collider'?");
  }
}

}  // namespace
}  // namespace limber
