#include "app/file_watch.h"

#include <utility>

namespace limber {

void FileWatch::watch(const std::filesystem::path& file) {
  file_ = file;
  seen_ = look();
}

bool FileWatch::changed() {
  const std::optional<Look> now = look();
  return now && std::exchange(seen_, now) != now;
}

std::optional<FileWatch::Look> FileWatch::look() const {
  std::error_code failed, failed_too;
  const Look now{std::filesystem::last_write_time(file_, failed),
                 std::filesystem::file_size(file_, failed_too)};
  return failed || failed_too ? std::nullopt : std::optional(now);
}

}  // namespace limber
