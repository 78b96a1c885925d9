#pragma once

#include <filesystem>
#include <optional>

namespace limber {

/// Detects that a file has been saved.
class FileWatch {
 public:
  /// Starts watching. Empty path: watches nothing.
  void watch(const std::filesystem::path& file);
  /// Whether the file has changed since the last call or the start of watching. A missing file does
  /// not count: editors remove a file before they write it.
  bool changed();

 private:
  struct Look {
    std::filesystem::file_time_type written;
    std::uintmax_t bytes;
    bool operator==(const Look&) const = default;
  };
  std::optional<Look> look() const;

  std::filesystem::path file_;
  std::optional<Look> seen_;
};

}  // namespace limber
