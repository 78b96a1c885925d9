#include "sim/cache_files.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "tests/unit/environment_variable.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

using Content = std::vector<std::byte>;

Content content_of(int bytes) {
  Content content;
  for (int i = 0; i < bytes; ++i) content.push_back(static_cast<std::byte>(i + i / 256 + bytes));
  return content;
}

constexpr CacheKind kind{".things", 2};
const std::string key(32, 'a'), other_key(32, 'b');

void keep(const std::string& under, const Content& content) { cache_content(kind, under, content); }
std::optional<Content> kept(const std::string& under) { return cached_content(kind, under); }

class CacheFiles : public testing::Test {
 protected:
  int files() const {
    return static_cast<int>(std::distance(fs::directory_iterator(cache), fs::directory_iterator()));
  }
  fs::path file(const std::string& of) const { return cache / (of + ".things"); }

  TemporaryFolder folder;
  fs::path cache = folder.path() / "deep" / "cache";
  EnvironmentVariable own{"LIMBER_CACHE", cache.c_str()};
};

TEST_F(CacheFiles, GiveBackWhatTheyHold) {
  EXPECT_FALSE(kept(key));
  EXPECT_TRUE(cache_writable());
  keep(key, content_of(100));
  keep(other_key, {});
  EXPECT_EQ(kept(key), content_of(100));
  EXPECT_EQ(kept(other_key), Content());
  keep(key, content_of(7));  // takes the place of the old one
  EXPECT_EQ(kept(key), content_of(7));
  EXPECT_EQ(files(), 2);
}

TEST_F(CacheFiles, OfOtherVersionsAndKindsAreNotRead) {
  keep(key, content_of(100));
  EXPECT_FALSE(cached_content({".things", 1}, key));
  EXPECT_FALSE(cached_content({".things", 3}, key));
  constexpr CacheKind others{".others", 2};
  fs::copy_file(file(key), cache / (key + others.extension));
  EXPECT_FALSE(cached_content(others, key));
  EXPECT_TRUE(kept(key));
}

TEST_F(CacheFiles, LieWhereTheyAreTold) {
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
    keep(key, content_of(1));
    EXPECT_FALSE(kept(key));
  }
}

TEST_F(CacheFiles, AreNotUsedWhenDamaged) {
  const Content content = content_of(30);
  keep(key, content);
  std::ifstream in(file(key), std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(in), {});
  const auto replace = [&](const std::string& bytes) {
    std::ofstream(file(key), std::ios::binary | std::ios::trunc) << bytes;
  };
  for (std::size_t length = 0; length < whole.size(); ++length) {
    replace(whole.substr(0, length));
    EXPECT_FALSE(kept(key)) << "cut to " << length;
  }
  for (std::size_t bit = 0; bit < 8 * whole.size(); bit += 7) {  // in every byte
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    replace(flipped);
    EXPECT_FALSE(kept(key)) << "bit " << bit;
  }
  replace(whole + '\0');
  EXPECT_FALSE(kept(key)) << "too long";
  replace(whole);
  EXPECT_EQ(kept(key), content);
  fs::copy_file(file(key), file(other_key));
  EXPECT_FALSE(kept(other_key)) << "the answer to another question";
  replace("");
  keep(key, content);
  EXPECT_EQ(kept(key), content) << "made anew";
}

TEST_F(CacheFiles, AreNotWrittenWhereNoneCanBe) {
  for (const char* nowhere : {"/proc/limber", "/dev/null", "/dev/null/limber"}) {
    const EnvironmentVariable no_own("LIMBER_CACHE", nowhere);
    EXPECT_FALSE(cache_writable()) << nowhere;
    keep(key, content_of(1));
    EXPECT_FALSE(kept(key)) << nowhere;
  }
}

TEST_F(CacheFiles, AreReadWhereTheyMayNotBeWritten) {
  keep(key, content_of(2));
  // Root may write anywhere, so this part runs as another user.
  const bool root = geteuid() == 0;
  for (const fs::path& path : {folder.path(), cache.parent_path(), file(key)})
    fs::permissions(path, fs::perms(0755));
  fs::permissions(cache, fs::perms(0555));
  ASSERT_EQ(root ? seteuid(65534) : 0, 0);
  keep(other_key, content_of(1));
  const std::optional<Content> found = kept(key), other = kept(other_key);
  ASSERT_EQ(root ? seteuid(0) : 0, 0);
  fs::permissions(cache, fs::perms(0755));
  EXPECT_EQ(found, content_of(2));
  EXPECT_FALSE(other);
}

TEST_F(CacheFiles, AreForgottenWhenNotUsedForLongest) {
  const auto set_age = [&](const std::string& of, int hours) {
    fs::last_write_time(file(of), fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  const std::string third(32, 'c');
  keep(key, content_of(100));
  keep(other_key, content_of(100));
  const std::uintmax_t two = 2 * fs::file_size(file(key));
  set_age(key, 20);
  set_age(other_key, 10);
  EXPECT_TRUE(kept(key));  // which is a use
  std::ofstream(cache / "notes.txt") << std::string(10000, 'x');
  std::ofstream(cache / (key + ".unfinished-abcdef")) << "old";
  fs::last_write_time(cache / (key + ".unfinished-abcdef"),
                      fs::file_time_type::clock::now() - std::chrono::hours(2));
  std::ofstream(cache / (key + ".unfinished-ghijkl")) << "another program writes it";
  keep(third, content_of(100));
  trim_cache_files(kind, two);
  EXPECT_TRUE(kept(key));
  EXPECT_FALSE(kept(other_key));
  EXPECT_TRUE(kept(third));
  EXPECT_TRUE(fs::exists(cache / "notes.txt")) << "it is not ours";
  EXPECT_FALSE(fs::exists(cache / (key + ".unfinished-abcdef")));
  EXPECT_TRUE(fs::exists(cache / (key + ".unfinished-ghijkl")));
}

/// Half of the processes write one content, half another, under one key: each read gets one of the
/// two, complete.
TEST_F(CacheFiles, ServeManyProgramsAtOnce) {
  keep(key, content_of(100000));
  std::vector<pid_t> programs;
  for (int program = 0; program < 4; ++program) {
    programs.push_back(fork());
    if (programs.back() != 0) continue;
    bool well = true;
    for (int i = 0; i < 50; ++i) {
      keep(key, content_of(program % 2 ? 100000 : 130000));
      const auto found = kept(key);
      well = well && (found == content_of(100000) || found == content_of(130000));
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
