#include "sim/data_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "kernels/error.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// The build folder with links resolved, as the operating system reports executables.
bool is_in_build_folder(const fs::path& path) {
  std::error_code failed;
  const fs::path build = fs::canonical(LIMBER_BUILD_FOLDER, failed);
  return !failed && std::ranges::mismatch(build, path).in1 == build.end();
}

/// An error rather than a fallback: whoever sets the variable expects it to be used.
fs::path chosen_folder(const fs::path& data, const char* name) {
  const fs::path folder = data / name;
  if (is_folder(folder)) return folder;
  throw Error(ExitCode::bad_input,
              fmt::format("LIMBER_DATA is {}, in which there is no folder {}; set it to a folder "
                          "with the program's scenes and shaders, or unset it",
                          data.string(), name));
}

}  // namespace

fs::path program_folder() {
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed).parent_path();
}

fs::path data_folder(const char* name) { return data_folder(name, program_folder()); }

fs::path data_folder(const char* name, const fs::path& program) {
  const char* const chosen = std::getenv("LIMBER_DATA");
  if (chosen && *chosen) return chosen_folder(chosen, name);
  if (program.empty()) return {};
  const fs::path installed = program.parent_path() / "share/limber" / name;
  if (is_folder(installed)) return installed;
  const fs::path source = fs::path(LIMBER_SOURCE_FOLDER) / name;
  if (is_in_build_folder(program) && is_folder(source)) return source;
  return {};
}

}  // namespace limber
