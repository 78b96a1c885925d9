// The rows of Bullet in `bench rigid`, with few boxes, and with programs that fail.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "app/bench/bullet_rows.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

constexpr Pyramid small{.rows = 4, .run_s = 0.1};

/// The rows of a shell script in place of Bullet.
std::vector<BenchRow> rows_of(const std::string& script) {
  const TemporaryFolder folder;
  const std::filesystem::path program = folder.path() / "program";
  std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
  chmod(program.c_str(), 0755);
  return bullet_rows("small", {10}, small, program);
}

TEST(BenchRigid, MeasuresBullet) {
  if (access(bullet_program().c_str(), X_OK) != 0)
    GTEST_SKIP() << "limber_bullet is not built: Bullet was not found";
  const std::vector<BenchRow> rows = bullet_rows("small", {10, 50}, small);
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_EQ(rows[0].name, "small, Bullet, 10 iterations");
  EXPECT_EQ(rows[4].name, "small, Bullet, 50 iterations");
  for (std::size_t i = 0; i < rows.size(); i += 4) {
    EXPECT_EQ(rows[i].backend, "serial");
    EXPECT_GT(rows[i].value, 0.0);
    EXPECT_GE(rows[i + 1].value, rows[i].value);
    // At rest, but for the solver's error: free fall would be 49 mm.
    EXPECT_EQ(rows[i + 2].metric, "drift");
    EXPECT_LT(rows[i + 2].value, 0.001);
    EXPECT_GE(rows[i + 3].value, rows[i + 2].value);
    EXPECT_LT(rows[i + 3].value, 0.003);
  }
}

TEST(BenchRigid, HasNoRowsWithoutBullet) {
  EXPECT_TRUE(bullet_rows("small", {10}, small, "/nowhere/limber_bullet").empty());
}

TEST(BenchRigid, TellsBulletTheBoxesAndTheTime) {
  const std::vector<BenchRow> rows = rows_of(
      R"([ "$*" = "4 0.1 10" ] && echo '{"iterations": 10, "ms_per_step": 2, "slowest_ms": 3,)"
      R"( "moved_m": 0.01, "moved_max_m": 0.02}')");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[1].name, "small, Bullet, 10 iterations, slowest step");
  EXPECT_EQ(rows[1].value, 3.0);
  EXPECT_EQ(rows[3].name, "small, Bullet, 10 iterations, moved in 0.1 s, at most");
  EXPECT_EQ(rows[3].value, 0.02);
}

TEST(BenchRigid, LeavesBulletOutWhereItFails) {
  for (const auto& [script, note] : std::vector<std::pair<std::string, std::string>>{
           {"echo oh no >&2; exit 1", "limber_bullet failed: oh no"},
           {"exit 1", "limber_bullet ended without a message"},
           {"kill -SEGV $$", "limber_bullet crashed (Segmentation fault)"},
           {"echo hello", "limber_bullet printed something other than its results"},
           {"echo '{\"iterations\": 10}'", "limber_bullet printed something"}}) {
    testing::internal::CaptureStderr();
    EXPECT_TRUE(rows_of(script).empty()) << script;
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_TRUE(said.starts_with("small, Bullet, is left out: " + note)) << said;
  }
}

}  // namespace
}  // namespace limber
