#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/content_hash.h"

// Expensive results, cached in files for the next start. Files appear only once complete, and have
// a checksum, so that damaged ones are recomputed; several processes may use the folder at once.
// Without a writable folder nothing is cached.

namespace limber {

/// $LIMBER_CACHE, else $XDG_CACHE_HOME/limber, else ~/.cache/limber; empty where none is set. It
/// may not exist yet.
std::filesystem::path cache_folder();

/// Whether files can be cached there; creates the folder if it is missing.
bool cache_writable();

struct CacheKind {
  const char* extension;  ///< of file names
  /// Increment it when the layout of the content or the computation changes.
  std::uint32_t version;
};

/// 32 hexadecimal digits for a hash of all inputs.
std::string cache_key(const ContentHash& question);

/// The content under a key, which is marked as used; none unless it is complete and of this
/// version.
std::optional<std::vector<std::byte>> cached_content(const CacheKind& kind, const std::string& key);

/// Writes a temporary file, then renames it.
void cache_content(const CacheKind& kind, const std::string& key,
                   std::span<const std::byte> content);

/// Removes the least recently used files of this kind beyond `max_bytes` in total, and temporary
/// files left by crashed processes.
void trim_cache_files(const CacheKind& kind, std::uintmax_t max_bytes = std::uintmax_t{1} << 30);

}  // namespace limber
