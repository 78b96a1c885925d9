#include "sim/kept_files.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <vector>

namespace limber {

namespace fs = std::filesystem;

namespace {

constexpr const char* unfinished = ".unfinished-";
constexpr std::size_t key_digits = 32;

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
  // The XDG specification wants a path that is not absolute to be passed over.
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

fs::path kept_file(const std::string& key, const std::string& extension) {
  const fs::path folder = cache_folder();
  return folder.empty() ? folder : folder / (key + extension);
}

void keep_file(const std::string& key, const std::string& extension,
               std::span<const std::span<const std::byte>> pieces) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  std::error_code failed;
  fs::create_directories(folder, failed);
  std::string part = (folder / (key + unfinished + "XXXXXX")).string();
  const int file = mkstemp(part.data());
  if (file < 0) return;
  bool whole = true;
  for (const auto& piece : pieces) whole = whole && write_all(file, piece);
  whole = whole && fsync(file) == 0;
  whole = close(file) == 0 && whole;
  if (whole) fs::rename(part, kept_file(key, extension), failed);
  if (!whole || failed) fs::remove(part, failed);
}

void trim_kept_files(const std::string& extension, std::uintmax_t most_bytes) {
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
    std::error_code gone;  // another program trims, too
    const File file{it->last_write_time(gone), it->file_size(gone), it->path()};
    if (gone) continue;
    if (file.path.extension() == extension)
      files.push_back(file);
    else if (file.path.filename().string().find(unfinished) == key_digits &&
             file.used < an_hour_ago)
      fs::remove(file.path, gone);
  }
  std::sort(files.begin(), files.end(),
            [](const File& a, const File& b) { return a.used > b.used; });
  std::uintmax_t sum = 0;
  for (const File& file : files)
    if ((sum += file.bytes) > most_bytes) fs::remove(file.path, failed);
}

}  // namespace limber
