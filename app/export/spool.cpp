#include "app/export/spool.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "kernels/error.h"

namespace limber {

namespace fs = std::filesystem;

Spool::Spool(const std::string& file) : path_(file) {
  const fs::path folder = fs::path(file).has_parent_path() ? fs::path(file).parent_path() : ".";
  // Next to the file: large data must not go to /tmp, which may be a RAM disk.
  std::string name = folder / ".limber-XXXXXX";
  const int descriptor = mkstemp(name.data());
  if (descriptor >= 0) unlink(name.c_str());
  file_.reset(descriptor < 0 ? nullptr : fdopen(descriptor, "w+b"));
  if (!file_) fail("kept");
}

void Spool::fail(const char* what) const {
  throw Error(ExitCode::bad_input, fmt::format("{}: its frames cannot be {} in its folder: {}",
                                               path_, what, std::strerror(errno)));
}

std::uint64_t Spool::add_bytes(const void* from, std::size_t bytes) {
  if (std::fwrite(from, 1, bytes, file_.get()) != bytes) fail("kept");
  const std::uint64_t at = end_;
  end_ += bytes;
  return at;
}

void Spool::read_bytes(std::uint64_t at, void* to, std::size_t bytes) const {
  if (std::fflush(file_.get()) != 0) fail("kept");
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t got = pread(fileno(file_.get()), static_cast<char*>(to) + done, bytes - done,
                              static_cast<off_t>(at + done));
    if (got <= 0) fail("read");
    done += static_cast<std::size_t>(got);
  }
}

}  // namespace limber
