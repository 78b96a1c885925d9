#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/content_hash.h"

// Expensive results, cached in files for the next start. A file is complete or not there, and has a
// checksum, so that damaged ones are recomputed; any number of programs may use the folder at once.
// Without a writable folder nothing is cached.

namespace limber {

/// $LIMBER_CACHE, else $XDG_CACHE_HOME/limber, else ~/.cache/limber; empty where none is set.
/// It need not be there yet.
std::filesystem::path cache_folder();

/// Whether files can be cached there; makes the folder where it is missing.
bool cache_writable();

struct CacheKind {
  const char* extension;  ///< of the files' names
  /// Increase it with the layout of the content and with anything that changes what is computed.
  std::uint32_t version;
};

/// 32 hexadecimal digits for a hash of all inputs.
std::string cache_key(const ContentHash& question);

/// The content under a key, which counts as a use; nothing unless it is complete and of this
/// version.
std::optional<std::vector<std::byte>> cached_content(const CacheKind& kind, const std::string& key);

/// Writes it under its final name once it is complete.
void cache_content(const CacheKind& kind, const std::string& key,
                   std::span<const std::byte> content);

/// Removes the least recently used files of this kind beyond `max_bytes` in all, and unfinished
/// files of programs that died.
void trim_cache_files(const CacheKind& kind, std::uintmax_t max_bytes = std::uintmax_t{1} << 30);

}  // namespace limber
