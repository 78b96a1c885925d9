#pragma once

#include <filesystem>
#include <optional>

namespace limber {

/// Notices that a file has been saved.
class FileWatch {
 public:
  /// From now on. Empty: none.
  void watch(const std::filesystem::path& file);
  /// Whether it is another one than at the last call, or than it was when watching began. A file
  /// that is gone is not: editors remove it before they write it.
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
