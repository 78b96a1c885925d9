#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace limber {

/// Throws Error(bad_input) unless `file` is a regular file: opening others could block. what: the
/// expected content, for messages.
void check_regular_file(const std::filesystem::path& file, const char* what);

/// Reads a whole file. what: as above. Throws Error(bad_input) for a file that is not regular, not
/// readable, empty or larger than max_MiB.
std::string read_text_file(const std::filesystem::path& file, const char* what,
                           std::size_t max_MiB);

}  // namespace limber
