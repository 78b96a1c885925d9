// The rows of `bench start`, of scripts in place of the program, and of the program itself.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "app/bench/start_rows.h"
#include "kernels/error.h"
#include "sim/data_folder.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

/// The rows of a shell script in place of Limber.
std::vector<BenchRow> starts_of(const std::string& script) {
  const TemporaryFolder folder;
  const std::filesystem::path program = folder.path() / "program";
  std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
  chmod(program.c_str(), 0755);
  return start_rows("cloth/flags", Backend::serial, 1, program);
}

TEST(BenchStart, KeepsFilesBetweenTheTwoStartsOnly) {
  // Takes long only where it finds no file.
  const std::string script =
      "[ \"$1 $2\" = 'cloth/flags --headless' ] || exit 1\n"
      "[ -e \"$LIMBER_CACHE/kept\" ] || { sleep 0.3; touch \"$LIMBER_CACHE/kept\"; }";
  for (int run = 0; run < 2; ++run) {
    const std::vector<BenchRow> rows = starts_of(script);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].name, "cloth/flags, cold");
    EXPECT_GE(rows[0].value, 0.3);
    EXPECT_EQ(rows[1].name, "cloth/flags, warm");
    EXPECT_LT(rows[1].value, rows[0].value);
    EXPECT_EQ(rows[1].unit, "s");
  }
}

TEST(BenchStart, RemovesItsFolder) {
  const TemporaryFolder folder;
  const std::filesystem::path told = folder.path() / "told";
  starts_of("touch \"$LIMBER_CACHE/kept\"; echo \"$LIMBER_CACHE\" > " + told.string());
  std::string cache;
  std::getline(std::ifstream(told) >> std::ws, cache);
  EXPECT_FALSE(cache.empty());
  EXPECT_FALSE(std::filesystem::exists(cache));
}

TEST(BenchStart, TellsWhyASceneDidNotStart) {
  try {
    starts_of("echo 'no memory is left' >&2; exit 4");
    FAIL() << "a failing program has no rows";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::unavailable);
    EXPECT_EQ(std::string(error.what()), "cloth/flags did not start: no memory is left");
  }
}

TEST(BenchStart, MeasuresLimber) {
  const auto rows = start_rows("joints/stack", Backend::serial, 1, program_folder() / "limber");
  ASSERT_EQ(rows.size(), 2u);
  for (const BenchRow& row : rows) EXPECT_GT(row.value, 0.01) << row.name;
}

}  // namespace
}  // namespace limber
