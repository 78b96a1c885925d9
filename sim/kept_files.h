#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

// What took its time to compute, kept in files for the next start. A file is whole or not there;
// any number of programs may use the folder at once. Where there is no folder that can be written,
// nothing is kept. A key is 32 hexadecimal digits, a hash of all that was asked.

namespace limber {

/// $LIMBER_CACHE, else $XDG_CACHE_HOME/limber, else ~/.cache/limber; empty where none is set.
/// It need not be there yet.
std::filesystem::path cache_folder();

/// Whether files can be kept there; makes the folder where it is not there yet.
bool cache_writable();

/// Where the file of a key is, if it is there; empty where nothing is kept.
std::filesystem::path kept_file(const std::string& key, const std::string& extension);

/// Writes a file of these pieces, one after the other, under its final name once it is whole.
void keep_file(const std::string& key, const std::string& extension,
               std::span<const std::span<const std::byte>> pieces);

/// Of the files with this extension, forgets those that were not written or marked as used for
/// longest, beyond `most_bytes` in all; and what programs that died left unfinished.
void trim_kept_files(const std::string& extension, std::uintmax_t most_bytes);

}  // namespace limber
