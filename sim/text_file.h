#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace limber {

/// Throws Error(bad_input) for what is no regular file, which opening could wait for. what: it
/// should be, for messages.
void check_regular_file(const std::filesystem::path& file, const char* what);

/// All of a file. what: as above. Throws Error(bad_input) for what is no regular file, may not be
/// read, is empty or larger than that many MiB.
std::string read_text_file(const std::filesystem::path& file, const char* what,
                           std::size_t max_MiB);

}  // namespace limber
