#include "render/shader_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "kernels/error.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

class ShaderFolderTest : public ::testing::Test {
 protected:
  ShaderFolderTest() {
    for (const char* name : {"a.vert", "a.frag", "b.glsl"}) save(name);
  }
  /// The same text at another time, earlier or later: the clock of a file system may be coarse.
  void save(const std::string& name) {
    const fs::path path = folder.path() / name;
    std::ofstream(path) << "void main() {}\n";
    fs::last_write_time(path, start + std::chrono::seconds(++saved));
  }
  fs::path in_folder(const std::string& name) const { return folder.path() / name; }

  TemporaryFolder folder;
  const fs::file_time_type start = fs::file_time_type::clock::now();
  int saved = 0;
};

/// Two looks, as for a file that is not being saved just now.
bool changed(ShaderFolder& shaders) {
  const bool at_once = shaders.changed();
  return shaders.changed() || at_once;
}

TEST_F(ShaderFolderTest, NoticesEachKindOfShaderOnce) {
  ShaderFolder shaders(folder.path());
  EXPECT_FALSE(changed(shaders)) << "nothing is new at the start";
  for (const char* name : {"a.vert", "a.frag", "b.glsl"}) {
    save(name);
    EXPECT_TRUE(changed(shaders)) << name;
    EXPECT_FALSE(changed(shaders)) << name;
  }
}

TEST_F(ShaderFolderTest, NoticesAnOlderFileToo) {
  ShaderFolder shaders(folder.path());
  fs::last_write_time(in_folder("a.frag"), start - std::chrono::hours(1));
  EXPECT_TRUE(changed(shaders)) << "version control and backups bring back old times";
}

TEST_F(ShaderFolderTest, NoticesFilesThatComeAndGo) {
  ShaderFolder shaders(folder.path());
  save("c.glsl");
  EXPECT_TRUE(changed(shaders));
  fs::remove(in_folder("c.glsl"));
  EXPECT_TRUE(changed(shaders));
  EXPECT_FALSE(changed(shaders));
}

TEST_F(ShaderFolderTest, WaitsUntilNothingIsBeingSaved) {
  ShaderFolder shaders(folder.path());
  for (int i = 0; i < 3; ++i) {
    save("a.frag");
    EXPECT_FALSE(shaders.changed());
  }
  EXPECT_TRUE(shaders.changed());
  // An editor that moves the old file out of the way first.
  fs::rename(in_folder("a.frag"), in_folder("a.frag~"));
  EXPECT_FALSE(shaders.changed());
  fs::rename(in_folder("a.frag~"), in_folder("a.frag"));
  EXPECT_FALSE(shaders.changed());
  EXPECT_FALSE(shaders.changed()) << "it is as it was";
}

TEST_F(ShaderFolderTest, LeavesOtherFilesAlone) {
  ShaderFolder shaders(folder.path());
  for (const char* name : {"CMakeLists.txt", ".a.frag.swp", "a.frag~", "4913"}) save(name);
  EXPECT_FALSE(changed(shaders));
}

TEST_F(ShaderFolderTest, AFolderThatIsNotThereHasNotChanged) {
  ShaderFolder none({}), missing(in_folder("missing")), moved(folder.path());
  for (const auto& entry : fs::directory_iterator(folder.path())) fs::remove(entry.path());
  fs::remove(folder.path());
  EXPECT_FALSE(changed(none));
  EXPECT_FALSE(changed(missing));
  EXPECT_FALSE(changed(moved));
}

TEST_F(ShaderFolderTest, ReadsAndSaysWhatItCannotRead) {
  EXPECT_EQ(ShaderFolder(folder.path()).read("a.vert"), "void main() {}\n");
  const auto code_of = [](const ShaderFolder& shaders) {
    try {
      shaders.read("no.frag");
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("shaders/no.frag"), std::string::npos);
      return error.code();
    }
    return ExitCode::done;
  };
  EXPECT_EQ(code_of(ShaderFolder(folder.path())), ExitCode::bad_input);
  EXPECT_EQ(code_of(ShaderFolder({})), ExitCode::unavailable);
}

}  // namespace
}  // namespace limber
