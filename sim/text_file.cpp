#include "sim/text_file.h"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include "kernels/error.h"

namespace limber {

namespace {

Error reading_refusal(const std::filesystem::path& file, const char* what, std::string_view why) {
  return Error(ExitCode::bad_input,
               fmt::format("cannot read the {} {}: {}", what, file.string(), why));
}

}  // namespace

void check_regular_file(const std::filesystem::path& file, const char* what) {
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::status(file, failed);
  if (!std::filesystem::exists(status))
    throw reading_refusal(file, what, "there is no such file; check the path");
  if (std::filesystem::is_directory(status))
    throw reading_refusal(file, what, "it is a folder; name a file in it");
  // A device may never end, and opening a pipe may block.
  if (!std::filesystem::is_regular_file(status))
    throw reading_refusal(file, what, "it is not a file, but a pipe or a device; name a file");
}

std::string read_text_file(const std::filesystem::path& file, const char* what,
                           std::size_t max_MiB) {
  check_regular_file(file, what);
  const auto refuse = [&](std::string_view why) { return reading_refusal(file, what, why); };
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(file, failed);
  // Also files of /proc, of which some never end.
  if (size == 0) throw refuse("it is empty; write it again");
  if (!failed && size > max_MiB << 20)
    throw refuse(fmt::format("it is larger than {} MiB; make it smaller", max_MiB));
  std::ifstream in(file, std::ios::binary);
  std::ostringstream content;
  if (!in || (in.peek() != EOF && !(content << in.rdbuf())))
    throw refuse("it cannot be opened; check its permissions");
  return std::move(content).str();
}

}  // namespace limber
