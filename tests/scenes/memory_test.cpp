#include "scenes/memory.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

constexpr double MiB = 1 << 20;

/// The files of a machine that say how much memory is left.
class Memory : public testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    const std::filesystem::path file = folder_.path() / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  double available_MiB() { return available_bytes(folder_.path()) / MiB; }

  TemporaryFolder folder_;
};

TEST_F(Memory, IsWhatTheMachineHasLeft) {
  write("proc/meminfo", "MemTotal: 8388608 kB\nMemFree: 1024 kB\nMemAvailable: 4194304 kB\n");
  EXPECT_EQ(available_MiB(), 4096);
}

TEST_F(Memory, IsWhatThePartOfAContainerHasLeft) {
  write("proc/meminfo", "MemAvailable: 4194304 kB\n");
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(available_MiB(), 4096);
  write("sys/fs/cgroup/memory.max", std::to_string(512 << 20) + "\n");
  EXPECT_EQ(available_MiB(), 512);
  write("sys/fs/cgroup/memory.current", std::to_string(200 << 20) + "\n");
  EXPECT_EQ(available_MiB(), 312);
  write("sys/fs/cgroup/memory.stat",
        "anon 1\ninactive_file " + std::to_string(100 << 20) + "\nfile 2\n");
  EXPECT_EQ(available_MiB(), 412);
}

TEST_F(Memory, IsTheLeastOfAllGroupsAround) {
  write("proc/meminfo", "MemAvailable: 4194304 kB\n");
  write("proc/self/cgroup", "0::/user.slice/job\n");
  write("sys/fs/cgroup/user.slice/memory.max", std::to_string(300 << 20) + "\n");
  write("sys/fs/cgroup/user.slice/job/memory.max", "max\n");
  EXPECT_EQ(available_MiB(), 300);
  write("sys/fs/cgroup/user.slice/job/memory.max", std::to_string(200 << 20) + "\n");
  EXPECT_EQ(available_MiB(), 200);
}

TEST_F(Memory, KnowsTheFirstVersionOfGroups) {
  write("proc/meminfo", "MemAvailable: 4194304 kB\n");
  write("proc/self/cgroup", "9:name=systemd:/\n4:memory:/job\n0::/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(256 << 20) + "\n");
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", std::to_string(56 << 20) + "\n");
  write("sys/fs/cgroup/memory/job/memory.stat", "cache 5\ntotal_inactive_file 0\n");
  EXPECT_EQ(available_MiB(), 200);
}

TEST_F(Memory, OfAMachineThatSaysNothingIsAllOfIt) { EXPECT_GT(available_MiB(), 100); }

}  // namespace
}  // namespace limber
