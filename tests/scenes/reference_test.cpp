// The reference page says what the declarations of keys say.

#include "scenes/reference.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "kernels/error.h"

namespace limber {
namespace {

TEST(SceneReference, ThePageIsCurrent) {
  std::ifstream file(LIMBER_SCENES_FOLDER "/REFERENCE.md");
  std::ostringstream page;
  page << file.rdbuf();
  EXPECT_EQ(page.str(), scene_reference())
      << "write it anew: limber help scene > scenes/REFERENCE.md";
}

TEST(SceneReference, OneTableIsAPartOfThePage) {
  const std::string page = scene_reference(), solid = scene_reference("solid");
  EXPECT_NE(page.find(solid), std::string::npos);
  EXPECT_NE(solid.find("| `cell_m` | `0` | 0 to 10000 |"), std::string::npos) << solid;
  EXPECT_EQ(solid.find("[[cloth]]"), std::string::npos);
  EXPECT_NE(scene_reference("check").find("| `lowest_m` | not looked at | -10000 to 10000 |"),
            std::string::npos);
  EXPECT_NE(scene_reference("settings").find("numerical_damping"), std::string::npos);
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
