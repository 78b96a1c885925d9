#include "render/part_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

#include "kernels/error.h"

namespace limber {

namespace fs = std::filesystem;

fs::path behind_links(fs::path path) {
  constexpr int max_links = 40;  // as in Linux
  std::error_code failed;
  for (int i = 0; i < max_links && fs::is_symlink(path, failed); ++i)
    path = path.parent_path() / fs::read_symlink(path, failed);
  return path;
}

namespace {

bool is_read_only(const fs::path& path) {
  constexpr fs::perms may_write =
      fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  // The superuser may write any file, but should respect read-only ones.
  return fs::exists(status) &&
         (access(path.c_str(), W_OK) != 0 || (status.permissions() & may_write) == fs::perms::none);
}

/// Names that a signal handler can read at any time. An export of point caches has up to 257.
std::atomic<const char*> unfinished[320];

/// Returns the slot of the name, or -1 if none is free.
int note_unfinished(const char* name) {
  for (int i = 0; i < static_cast<int>(std::size(unfinished)); ++i)
    if (const char* none = nullptr; unfinished[i].compare_exchange_strong(none, name)) return i;
  return -1;
}

}  // namespace

void PartFile::remove_all() noexcept {
  for (const std::atomic<const char*>& name : unfinished)
    if (const char* const file = name) unlink(file);
}

PartFile::PartFile(fs::path final_path) : final_(std::move(final_path)) {
  const auto refuse = [&](std::string_view why) {
    return Error(ExitCode::bad_input, fmt::format("cannot write {}: {}", final_.string(), why));
  };
  const fs::path folder = final_.has_parent_path() ? final_.parent_path() : fs::path(".");
  std::error_code failed;
  if (!fs::exists(folder, failed))
    throw refuse(fmt::format("there is no folder {}; make it first", folder.string()));
  if (!fs::is_directory(folder, failed))
    throw refuse(fmt::format("{} is not a folder", folder.string()));
  if (!final_.has_filename() || fs::is_directory(final_, failed))
    throw refuse("it is a folder; name a file in it");
  if (is_read_only(final_))
    throw refuse("it may not be written to; name another file, or change its permissions");
  if (fs::exists(final_, failed) && !fs::is_regular_file(final_, failed)) {
    part_ = final_;
    return;
  }
  final_ = behind_links(final_);
  // The process id separates two programs that write the same file.
  part_ = final_.parent_path() / fmt::format("{}.part-{}{}", final_.stem().string(), getpid(),
                                             final_.extension().string());
  if (!std::ofstream(part_, std::ios::binary))
    throw refuse(fmt::format("{}; choose another folder", std::strerror(errno)));
  place_ = note_unfinished(part_.c_str());
}

PartFile::~PartFile() {
  std::error_code ignored;
  if (!committed_ && replaces()) fs::remove(part_, ignored);
  if (place_ >= 0) unfinished[place_] = nullptr;
}

std::ofstream PartFile::open() const {
  std::error_code failed;
  int pipe = -1;
  if (fs::is_fifo(part_, failed)) {
    pipe = ::open(part_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (pipe < 0 && errno == ENXIO)
      throw Error(ExitCode::bad_input,
                  fmt::format("cannot write {}: nothing reads this pipe; start its reader first",
                              part_.string()));
  }
  std::ofstream stream(part_, std::ios::binary);
  if (pipe >= 0) close(pipe);
  return stream;
}

void PartFile::commit() {
  std::error_code failed;
  if (replaces()) fs::rename(part_, final_, failed);
  if (failed)
    throw Error(ExitCode::bad_input, fmt::format("cannot give the finished file its name {}: {}",
                                                 final_.string(), failed.message()));
  committed_ = true;
}

}  // namespace limber
