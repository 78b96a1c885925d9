#include "app/file_watch.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

TEST(FileWatch, NoticesEachChangeOnce) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "scene.toml";
  std::ofstream(file) << "a";
  FileWatch watch;
  watch.watch(file);
  EXPECT_FALSE(watch.changed());
  std::ofstream(file) << "ab";  // a different size, since file times may be coarse
  EXPECT_TRUE(watch.changed());
  EXPECT_FALSE(watch.changed());
  std::filesystem::last_write_time(
      file, std::filesystem::last_write_time(file) + std::chrono::seconds(1));
  EXPECT_TRUE(watch.changed());
}

TEST(FileWatch, WaitsForAFileThatIsWrittenAnew) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "scene.toml";
  std::ofstream(file) << "a";
  FileWatch watch;
  watch.watch(file);
  std::filesystem::remove(file);
  EXPECT_FALSE(watch.changed());
  std::ofstream(file) << "abc";
  EXPECT_TRUE(watch.changed());
}

TEST(FileWatch, NothingChangesWhereNothingIsWatched) {
  FileWatch watch;
  EXPECT_FALSE(watch.changed());
  watch.watch("");
  EXPECT_FALSE(watch.changed());
}

}  // namespace
}  // namespace limber
