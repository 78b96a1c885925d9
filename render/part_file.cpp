#include "render/part_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "kernels/error.h"

namespace limber {

namespace fs = std::filesystem;

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
  // The process id keeps two programs that write the same file apart.
  part_ = folder / fmt::format("{}.part-{}{}", final_.stem().string(), getpid(),
                               final_.extension().string());
  if (!std::ofstream(part_, std::ios::binary))
    throw refuse(fmt::format("{}; choose another folder", std::strerror(errno)));
}

PartFile::~PartFile() {
  std::error_code ignored;
  if (!committed_) fs::remove(part_, ignored);
}

void PartFile::commit() {
  std::error_code failed;
  fs::rename(part_, final_, failed);
  if (failed)
    throw Error(ExitCode::bad_input, fmt::format("cannot give the finished file its name {}: {}",
                                                 final_.string(), failed.message()));
  committed_ = true;
}

}  // namespace limber
