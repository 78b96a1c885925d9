#include "sim/data_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "kernels/error.h"
#include "tests/unit/environment_variable.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

class DataFolderTest : public ::testing::Test {
 protected:
  fs::path make(const fs::path& below) const {
    const fs::path path = folder.path() / below;
    fs::create_directories(path);
    return path;
  }
  EnvironmentVariable unset{"LIMBER_DATA", nullptr};
  TemporaryFolder folder;
};

TEST_F(DataFolderTest, IsBesideAProgramThatWasInstalled) {
  const fs::path scenes = make("share/limber/scenes"), program = make("bin");
  EXPECT_EQ(data_folder("scenes", program), scenes);
  EXPECT_EQ(data_folder("shaders", program), fs::path()) << "not the sources of its build";
}

TEST_F(DataFolderTest, IsAmongTheSourcesForAProgramInItsBuildFolder) {
  const fs::path scenes = data_folder("scenes");
  EXPECT_TRUE(fs::is_regular_file(scenes / "cloth/flags.toml")) << scenes;
  EXPECT_EQ(data_folder("shaders"), scenes.parent_path() / "shaders");
}

TEST_F(DataFolderTest, IsNowhereForAProgramThatWasCopiedOutOfItsBuildFolder) {
  EXPECT_EQ(data_folder("scenes", make("bin")), fs::path());
  const fs::path build = program_folder();  // a name that only begins like its own
  EXPECT_EQ(data_folder("scenes", build.string() + "-of-another"), fs::path());
  EXPECT_EQ(data_folder("scenes", {}), fs::path());
}

TEST_F(DataFolderTest, IsWhereTheVariableSays) {
  const fs::path chosen = make("chosen/scenes"), program = make("bin");
  make("share/limber/scenes");
  const EnvironmentVariable set("LIMBER_DATA", chosen.parent_path().c_str());
  EXPECT_EQ(data_folder("scenes", program), chosen);
  try {
    data_folder("shaders", program);
    ADD_FAILURE() << "there is no such folder";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(error.what()).find("no folder shaders"), std::string::npos);
  }
  const EnvironmentVariable empty("LIMBER_DATA", "");
  EXPECT_EQ(data_folder("scenes", program), folder.path() / "share/limber/scenes");
}

}  // namespace
}  // namespace limber
