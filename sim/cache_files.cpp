#include "sim/cache_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace limber {

namespace fs = std::filesystem;

namespace {

constexpr const char* unfinished = ".unfinished-";
constexpr std::size_t key_digits = 32;

/// Precedes the content in a file.
struct Header {
  std::array<char, 8> magic{'L', 'i', 'm', 'b', 'K', 'e', 'p', 't'};
  std::uint64_t version = 0;
  std::uint64_t content_bytes = 0;
  ContentHashValue checksum{};

  bool operator==(const Header&) const = default;
};

Header header_of(const CacheKind& kind, const std::string& key,
                 std::span<const std::byte> content) {
  ContentHash hash;
  for (const std::string_view name : {std::string_view(kind.extension), std::string_view(key)})
    hash.add(std::as_bytes(std::span(name)));
  hash.add(content);
  return {.version = kind.version, .content_bytes = content.size(), .checksum = hash.value()};
}

fs::path file_of(const CacheKind& kind, const std::string& key) {
  const fs::path folder = cache_folder();
  return folder.empty() ? folder : folder / (key + kind.extension);
}

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

fs::path cache_folder() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  if (const fs::path own = set("LIMBER_CACHE"); !own.empty()) return own;
  // The XDG specification requires that relative paths are ignored.
  if (const fs::path caches = set("XDG_CACHE_HOME"); caches.is_absolute()) return caches / "limber";
  if (const fs::path home = set("HOME"); home.is_absolute()) return home / ".cache" / "limber";
  return {};
}

bool cache_writable() {
  const fs::path folder = cache_folder();
  std::error_code failed;
  if (!folder.empty()) fs::create_directories(folder, failed);
  return !folder.empty() && access(folder.c_str(), W_OK | X_OK) == 0 &&
         fs::is_directory(folder, failed);
}

std::string cache_key(const ContentHash& question) {
  return fmt::format("{:016x}{:016x}", question.value()[0], question.value()[1]);
}

std::optional<std::vector<std::byte>> cached_content(const CacheKind& kind,
                                                     const std::string& key) {
  const fs::path path = file_of(kind, key);
  // Uses the size of the open file, since another process may replace it; checked before memory is
  // allocated.
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const auto bytes = static_cast<std::uintmax_t>(std::max<std::streamoff>(0, in.tellg()));
  in.seekg(0);
  Header header;
  if (!in.read(reinterpret_cast<char*>(&header), sizeof header) || bytes < sizeof header ||
      header.content_bytes != bytes - sizeof header)
    return {};
  std::vector<std::byte> content(header.content_bytes);
  if (!in.read(reinterpret_cast<char*>(content.data()),
               static_cast<std::streamsize>(content.size())) ||
      header != header_of(kind, key, content))
    return {};
  std::error_code failed;
  fs::last_write_time(path, fs::file_time_type::clock::now(), failed);  // marks it as used
  return content;
}

void cache_content(const CacheKind& kind, const std::string& key,
                   std::span<const std::byte> content) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  std::error_code failed;
  fs::create_directories(folder, failed);
  std::string part = (folder / (key + unfinished + "XXXXXX")).string();
  const int file = mkstemp(part.data());
  if (file < 0) return;
  const Header header = header_of(kind, key, content);
  bool whole = write_all(file, std::as_bytes(std::span(&header, 1))) && write_all(file, content) &&
               fsync(file) == 0;
  whole = close(file) == 0 && whole;
  if (whole) fs::rename(part, file_of(kind, key), failed);
  if (!whole || failed) fs::remove(part, failed);
}

void trim_cache_files(const CacheKind& kind, std::uintmax_t max_bytes) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  struct File {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<File> files;
  std::error_code failed;
  const auto an_hour_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    std::error_code gone;  // another process may trim, too
    const File file{it->last_write_time(gone), it->file_size(gone), it->path()};
    if (gone) continue;
    if (file.path.extension() == kind.extension)
      files.push_back(file);
    else if (file.path.filename().string().find(unfinished) == key_digits &&
             file.used < an_hour_ago)
      fs::remove(file.path, gone);
  }
  std::sort(files.begin(), files.end(),
            [](const File& a, const File& b) { return a.used > b.used; });
  std::uintmax_t sum = 0;
  for (const File& file : files)
    if ((sum += file.bytes) > max_bytes) fs::remove(file.path, failed);
}

}  // namespace limber
