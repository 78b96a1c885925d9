#include "sim/mesh/mesh_cache.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <set>
#include <vector>

#include "sim/kept_files.h"
#include "sim/mesh/surfaces.h"
#include "tests/unit/environment_variable.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

TetraMesh mesh_of(int tetrahedra) {
  TetraMesh mesh;
  for (int i = 0; i < tetrahedra + 3; ++i) {
    const auto x = static_cast<float>(i);
    mesh.positions_m.emplace_back(x, x * x, 1.0f / (x + 1.0f));
  }
  for (int i = 0; i < tetrahedra; ++i) mesh.tetrahedra.emplace_back(i, i + 1, i + 2, i + 3);
  return mesh;
}

bool same(const std::optional<TetraMesh>& a, const TetraMesh& b) {
  return a && a->positions_m == b.positions_m && a->tetrahedra == b.tetrahedra;
}

const std::string key(32, 'a'), other_key(32, 'b');

class MeshCacheTest : public testing::Test {
 protected:
  int files() const {
    return static_cast<int>(std::distance(fs::directory_iterator(cache), fs::directory_iterator()));
  }
  fs::path file(const std::string& of) const { return cache / (of + ".tetrahedra"); }

  TemporaryFolder folder;
  fs::path cache = folder.path() / "deep" / "cache";
  EnvironmentVariable own{"LIMBER_CACHE", cache.c_str()};
};

TEST_F(MeshCacheTest, GivesBackWhatItKeeps) {
  EXPECT_FALSE(kept_mesh(key));
  EXPECT_TRUE(cache_writable());
  keep_mesh(key, mesh_of(100));
  keep_mesh(other_key, mesh_of(5));
  EXPECT_TRUE(same(kept_mesh(key), mesh_of(100)));
  EXPECT_TRUE(same(kept_mesh(other_key), mesh_of(5)));
  keep_mesh(key, mesh_of(7));  // takes the place of the old one
  EXPECT_TRUE(same(kept_mesh(key), mesh_of(7)));
  EXPECT_EQ(files(), 2);
}

TEST_F(MeshCacheTest, LivesWhereItIsTold) {
  EXPECT_EQ(cache_folder(), cache);
  const EnvironmentVariable no_own("LIMBER_CACHE", nullptr), home("HOME", "/home/somebody");
  {
    const EnvironmentVariable caches("XDG_CACHE_HOME", "/caches");
    EXPECT_EQ(cache_folder(), "/caches/limber");
  }
  for (const char* none : {static_cast<const char*>(nullptr), "", "relative"}) {
    const EnvironmentVariable caches("XDG_CACHE_HOME", none);
    EXPECT_EQ(cache_folder(), "/home/somebody/.cache/limber");
    const EnvironmentVariable no_home("HOME", nullptr);
    EXPECT_EQ(cache_folder(), "");
    keep_mesh(key, mesh_of(1));
    EXPECT_FALSE(kept_mesh(key));
  }
}

TEST_F(MeshCacheTest, TellsEveryQuestionApart) {
  const TriangleMesh ball = ball_mesh(2, 1.0f, {0, 0, 0});
  MeshingOptions options;
  std::set<std::string> keys{mesh_key(ball, options)};
  EXPECT_EQ(keys.begin()->size(), 32u);
  EXPECT_TRUE(keys.contains(mesh_key(ball_mesh(2, 1.0f, {0, 0, 0}), options)));
  for (std::size_t i = 0; i < ball.positions_m.size(); ++i) {
    TriangleMesh changed = ball;
    changed.positions_m[i].z = std::nextafter(changed.positions_m[i].z, 9.0f);
    keys.insert(mesh_key(changed, options));
    changed = ball;
    std::swap(changed.triangles[i].x, changed.triangles[i].y);
    keys.insert(mesh_key(changed, options));
  }
  EXPECT_EQ(keys.size(), 1 + 2 * ball.positions_m.size());
  options.radius_edge_ratio = 1.5f;
  EXPECT_TRUE(keys.insert(mesh_key(ball, options)).second);
  options.largest_volume_m3 = 0.1f;
  EXPECT_TRUE(keys.insert(mesh_key(ball, options)).second);
  options.interior_points = 100;
  EXPECT_TRUE(keys.insert(mesh_key(ball, options)).second);
  options.time_limit_s = 5.0f;  // changes when TetGen gives up, not what it makes
  EXPECT_FALSE(keys.insert(mesh_key(ball, options)).second);
}

TEST_F(MeshCacheTest, UsesNothingThatIsDamaged) {
  const TetraMesh mesh = mesh_of(3);
  keep_mesh(key, mesh);
  std::ifstream in(file(key), std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(in), {});
  const auto replace = [&](const std::string& bytes) {
    std::ofstream(file(key), std::ios::binary | std::ios::trunc) << bytes;
  };
  for (std::size_t length = 0; length < whole.size(); ++length) {
    replace(whole.substr(0, length));
    EXPECT_FALSE(kept_mesh(key)) << "cut to " << length;
  }
  for (std::size_t bit = 0; bit < 8 * whole.size(); bit += 7) {  // in every byte
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    replace(flipped);
    EXPECT_FALSE(kept_mesh(key)) << "bit " << bit;
  }
  replace(whole + '\0');
  EXPECT_FALSE(kept_mesh(key)) << "too long";
  replace(whole);
  EXPECT_TRUE(same(kept_mesh(key), mesh));
  fs::copy_file(file(key), file(other_key));
  EXPECT_FALSE(kept_mesh(other_key)) << "the mesh of another surface";
  replace("");
  keep_mesh(key, mesh);
  EXPECT_TRUE(same(kept_mesh(key), mesh)) << "made anew";
}

TEST_F(MeshCacheTest, WorksWithoutAFolderThatCanBeWritten) {
  for (const char* nowhere : {"/proc/limber", "/dev/null", "/dev/null/limber"}) {
    const EnvironmentVariable no_own("LIMBER_CACHE", nowhere);
    EXPECT_FALSE(cache_writable()) << nowhere;
    keep_mesh(key, mesh_of(1));
    EXPECT_FALSE(kept_mesh(key)) << nowhere;
  }
}

TEST_F(MeshCacheTest, ReadsWhatItMayNotWrite) {
  keep_mesh(key, mesh_of(2));
  // Root may write everywhere, so it looks on as somebody else.
  const bool root = geteuid() == 0;
  for (const fs::path& path : {folder.path(), cache.parent_path(), file(key)})
    fs::permissions(path, fs::perms(0755));
  fs::permissions(cache, fs::perms(0555));
  ASSERT_EQ(root ? seteuid(65534) : 0, 0);
  keep_mesh(other_key, mesh_of(1));
  const std::optional<TetraMesh> kept = kept_mesh(key), other = kept_mesh(other_key);
  ASSERT_EQ(root ? seteuid(0) : 0, 0);
  fs::permissions(cache, fs::perms(0755));
  EXPECT_TRUE(same(kept, mesh_of(2)));
  EXPECT_FALSE(other);
}

TEST_F(MeshCacheTest, ForgetsWhatWasNotUsedForLongest) {
  const auto set_age = [&](const std::string& of, int hours) {
    fs::last_write_time(file(of), fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  const std::string third(32, 'c');
  keep_mesh(key, mesh_of(100));
  keep_mesh(other_key, mesh_of(100));
  const std::uintmax_t two = 2 * fs::file_size(file(key));
  set_age(key, 20);
  set_age(other_key, 10);
  EXPECT_TRUE(kept_mesh(key));  // which is a use
  std::ofstream(cache / "notes.txt") << std::string(10000, 'x');
  std::ofstream(cache / (key + ".unfinished-abcdef")) << "old";
  fs::last_write_time(cache / (key + ".unfinished-abcdef"),
                      fs::file_time_type::clock::now() - std::chrono::hours(2));
  std::ofstream(cache / (key + ".unfinished-ghijkl")) << "another program writes it";
  keep_mesh(third, mesh_of(100), two);
  EXPECT_TRUE(kept_mesh(key));
  EXPECT_FALSE(kept_mesh(other_key));
  EXPECT_TRUE(kept_mesh(third));
  EXPECT_TRUE(fs::exists(cache / "notes.txt")) << "it is not ours";
  EXPECT_FALSE(fs::exists(cache / (key + ".unfinished-abcdef")));
  EXPECT_TRUE(fs::exists(cache / (key + ".unfinished-ghijkl")));
}

/// Half of the programs write one mesh, half another, all under one key: each reading finds one of
/// the two, whole.
TEST_F(MeshCacheTest, ServesManyProgramsAtOnce) {
  keep_mesh(key, mesh_of(3000));
  std::vector<pid_t> programs;
  for (int program = 0; program < 4; ++program) {
    programs.push_back(fork());
    if (programs.back() != 0) continue;
    bool well = true;
    for (int i = 0; i < 50; ++i) {
      keep_mesh(key, mesh_of(program % 2 ? 3000 : 4000));
      const auto found = kept_mesh(key);
      well = well && (same(found, mesh_of(3000)) || same(found, mesh_of(4000)));
    }
    _exit(well ? 0 : 1);
  }
  for (const pid_t id : programs) {
    int status = -1;
    waitpid(id, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(files(), 1) << "something unfinished was left";
}

}  // namespace
}  // namespace limber
