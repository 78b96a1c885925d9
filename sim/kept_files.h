#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/content_hash.h"

// What took its time to compute, kept in files for the next start. A file is whole or not there,
// and carries a checksum, so that what is damaged is computed anew; any number of programs may use
// the folder at once. Where there is no folder that can be written, nothing is kept.

namespace limber {

/// $LIMBER_CACHE, else $XDG_CACHE_HOME/limber, else ~/.cache/limber; empty where none is set.
/// It need not be there yet.
std::filesystem::path cache_folder();

/// Whether files can be kept there; makes the folder where it is not there yet.
bool cache_writable();

struct KeptKind {
  const char* extension;  ///< of the files' names
  /// To be raised with the layout of the content and with anything that changes what is computed.
  std::uint32_t version;
};

/// 32 hexadecimal digits for a hash of all that was asked.
std::string kept_key(const ContentHash& question);

/// What is kept under a key, which counts as a use; nothing unless it is whole and of this version.
std::optional<std::vector<std::byte>> kept_content(const KeptKind& kind, const std::string& key);

/// Keeps it under its final name once it is whole.
void keep_content(const KeptKind& kind, const std::string& key, std::span<const std::byte> content);

/// Of this kind, forgets the files that were not used for longest, beyond `max_bytes` in all; and
/// what programs that died left unfinished.
void trim_kept_files(const KeptKind& kind, std::uintmax_t max_bytes = std::uintmax_t{1} << 30);

}  // namespace limber
