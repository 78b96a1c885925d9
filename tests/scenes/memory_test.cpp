#include "scenes/memory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <vector>

#include "kernels/error.h"
#include "scenes/builders.h"
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

/// A scene of many tables, of which each takes 1,000 particles of 1 MiB.
class Tables : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 10; ++i) text_ += "[[cloth]]\ncount = 1\n";
    toml_ = toml::parse(text_);
  }
  /// The message for the first table that exceeds the memory; "" if none does.
  std::string refused(SceneMemory memory, double particles, double bytes) {
    TableReader file(toml_, "many.toml", "");
    for (TableReader& table : file.tables("cloth")) {
      table.number("count", 1, 0, 1);
      try {
        memory.take(table, "count", particles, bytes);
      } catch (const Error& error) {
        return error.what();
      }
    }
    return "";
  }

 private:
  std::string text_;
  toml::table toml_;
};

TEST_F(Tables, ThatFitTogetherAreTaken) {
  EXPECT_EQ(refused(SceneMemory(10240 * MiB), 1000, MiB), "");
}

TEST_F(Tables, OfWhichEachFitsButNotAllAreRefusedAtTheFirstThatGoesOver) {
  EXPECT_EQ(
      refused(SceneMemory(4096 * MiB), 1000, MiB),
      "many.toml:10: cloth.count makes 1000 particles, which take 1.0 GiB of memory at least, "
      "of 4.0 GiB that are free, but 3.9 GiB are taken before it by 4000 particles; take "
      "fewer, 96 at most");
}

TEST_F(Tables, OfTooManyParticlesAreRefusedHoweverMuchMemoryThereIs) {
  const std::string refusal = refused(SceneMemory(1e15), 6e6, 1);
  EXPECT_EQ(refusal.substr(0, 13), "many.toml:8: ");
  EXPECT_NE(refusal.find("2000000 at most"), std::string::npos) << refusal;
}

/// [[pile]] tables of two million balls each, of which the last goes over the memory there is.
TEST(PileMemory, OfAllPilesIsRefusedAtTheFirstThatGoesOver) {
  std::string text = "family = \"piles\"\n";
  for (int i = 0; i < 3; ++i)
    text += "[[pile]]\nshape = \"ball\"\ndiameter_m = 0.1\ncount = 2000000\n";
  toml::table toml = toml::parse(text);
  TableReader file(toml, "heaps.toml", "");
  SceneMemory memory(4096 * MiB);
  std::string refused;
  for (TableReader& table : file.tables("pile")) {
    table.number("count", 1, 0, 1e7);
    try {
      memory.take_spheres(table, "count", 2e6);
    } catch (const Error& error) {
      refused = error.what();
    }
  }
  EXPECT_EQ(refused,
            "heaps.toml:13: pile.count makes 2000000 spheres, which take 1.7 GiB of memory at "
            "least, of 4.0 GiB that are free, but 3.4 GiB are taken before it by 4000000 spheres; "
            "take fewer, 772185 at most");
}

/// The message for a scene with `available` memory; "" if it fits.
std::string refusal_for_memory(const std::string& text, double available) {
  const toml::table toml = toml::parse(text);
  TableReader file(toml, "scene.toml", "");
  SceneTable top;
  file.take(keys_of(top));
  std::optional<MesherChoice> filled_by;
  std::vector<std::string> notes, meshes;
  Progress silent;
  SceneMemory memory(available);
  try {
    read_world(
        file,
        {top, nullptr, MesherChoice::automatic, filled_by, {}, {}, notes, meshes, silent, memory});
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

// What bodies take was measured with 2 frames on a processor: 10,000 boxes 29 MiB, and 478 MiB with
// contacts; 1,000 tori of 2,400 corners 614 MiB, and 100 of them 1,480 MiB with contacts; 3,600
// links of mail 36 MiB and 197 MiB; a peach tree between others 61 MiB; 22,500 particles of cloth
// 21 MiB, and 93 MiB with five values that are compared.

TEST(SceneMemory, OfRigidBodiesIsKnownBeforeThereAreAny) {
  const auto boxes = [](const std::string& count, const std::string& settings) {
    return "family = \"joints\"\n[[rigid]]\nstep_m = [0.01, 0, 0]\ncount = " + count +
           "\n[settings]\n" + settings;
  };
  EXPECT_EQ(refusal_for_memory(boxes("100_000", ""), 1024 * MiB), "");
  EXPECT_EQ(refusal_for_memory(boxes("1_000_000", ""), 2048 * MiB),
            "scene.toml:4: rigid.count makes 1000000 rigid bodies, which take 2.8 GiB of memory at "
            "least, of 2.0 GiB that are free; take fewer, 715827 at most");
  EXPECT_NE(refusal_for_memory(boxes("100_000", "contact_distance_m = 0.005"), 1024 * MiB)
                .find("rigid.count makes 100000 rigid bodies, which take 4.5 GiB"),
            std::string::npos);
}

TEST(SceneMemory, OfRigidBodiesCountsTheirCornersAndJoints) {
  const std::string contacts = "[settings]\ncontact_distance_m = 0.001\n";
  const std::string mail = "family = \"joints\"\n[[mail]]\ncolumns = 60\nrows = 60\n";
  EXPECT_EQ(refusal_for_memory(mail + contacts, 300 * MiB), "");
  EXPECT_NE(refusal_for_memory(mail + mail.substr(mail.find('[')) + contacts, 300 * MiB)
                .find("scene.toml:6: mail.columns makes 3600 rigid bodies, which take 0.2 GiB of "
                      "memory at least, of 0.3 GiB that are free, but 0.2 GiB are taken before it "
                      "by 3600 rigid bodies"),
            std::string::npos);
  const std::string cylinders =
      "family = \"joints\"\n[[rigid]]\nshape = \"cylinder\"\ncount = 1000\nstep_m = [2, 0, 0]\n";
  EXPECT_EQ(refusal_for_memory(cylinders, 200 * MiB), "");
  EXPECT_NE(refusal_for_memory(cylinders + contacts, 200 * MiB)
                .find("count makes 1000 rigid bodies, which take 0.3 GiB"),
            std::string::npos);
}

/// If built, it would have 130,006 bodies with its towers.
TEST(SceneMemory, OfBridgesIsKnownBeforeTheyAreMade) {
  EXPECT_EQ(
      refusal_for_memory("family = \"joints\"\n[[bridge]]\nplanks = 10_000\n"
                         "hanger_links = 20_000\nbanners = 8\n",
                         600 * MiB),
      "scene.toml:3: bridge.planks makes 130000 rigid bodies, which take 0.7 GiB of memory at "
      "least, of 0.6 GiB that are free; take fewer, 104857 at most");
}

/// Made, they would take five times as much for their contacts.
TEST(SceneMemory, OfMailAndRagdollsIsKnownBeforeTheyAreMade) {
  const std::string contacts = "[settings]\ncontact_distance_m = 0.005\n";
  EXPECT_EQ(
      refusal_for_memory(
          "family = \"joints\"\n[[mail]]\ncolumns = 100\nrows = 100\nheld = false\n" + contacts,
          60 * MiB),
      "scene.toml:3: mail.columns makes 10000 rigid bodies, which take 0.1 GiB of memory at "
      "least, of 0.1 GiB that are free; take fewer, 7037 at most");
  EXPECT_EQ(
      refusal_for_memory("family = \"joints\"\n[[ragdoll]]\ncopies = [40, 1, 50]\n" + contacts,
                         60 * MiB),
      "scene.toml:3: ragdoll.copies makes 26000 rigid bodies, which take 0.1 GiB of memory at "
      "least, of 0.1 GiB that are free; take fewer, 13353 at most");
}

TEST(SceneMemory, OfPlantsIsThatOfAllOfThem) {
  std::string text = "family = \"plants\"\n";
  for (int i = 0; i < 4; ++i) text += "[[plant]]\nspecies = \"conifer\"\n";
  EXPECT_EQ(refusal_for_memory(text, 100 * MiB), "");
  const std::string refusal = refusal_for_memory(text, 5 * MiB);
  EXPECT_EQ(refusal.find("scene.toml:7: plant.species makes 644 parts of plants, which take"), 0)
      << refusal;
}

TEST(SceneMemory, IsTakenByEachValueThatIsCompared) {
  const std::string cloth =
      "family = \"cloth\"\n[[cloth]]\ncolumns = 100\nrows = 100\n[compare]\n"
      "key = \"gravity_m_s2\"\nvalues = [\"1\", \"2\", \"3\"]\n";
  EXPECT_EQ(refusal_for_memory(cloth.substr(0, cloth.find("[compare]")), 20 * MiB), "");
  EXPECT_EQ(refusal_for_memory(cloth, 20 * MiB),
            "scene.toml:3: cloth.columns makes 10000 particles, 3 times for [compare], which take "
            "0.0 GiB of memory at least, of 0.0 GiB that are free; take fewer, 8738 at most");
}

}  // namespace
}  // namespace limber
