#pragma once

#include <span>
#include <string>

namespace limber {

/// A reader of untrusted files.
struct FuzzedReader {
  const char* name;  ///< name of its folder in the corpus
  const char* ending;
  /// Reads a file with any content. Catches Error, which is a valid result.
  void (*read)(const std::string& file);
};

std::span<const FuzzedReader> fuzzed_readers();

}  // namespace limber
