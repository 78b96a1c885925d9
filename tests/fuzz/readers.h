#pragma once

#include <span>
#include <string>

namespace limber {

/// What reads files that strangers have written.
struct FuzzedReader {
  const char* name;  ///< of its folder in the corpus
  const char* ending;
  /// Takes whatever such a file holds. An Error is an answer as good as any, and goes no further.
  void (*read)(const std::string& file);
};

std::span<const FuzzedReader> fuzzed_readers();

}  // namespace limber
