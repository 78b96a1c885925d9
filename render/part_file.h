#pragma once

#include <filesystem>
#include <fstream>

namespace limber {

/// Resolves symbolic links; the target need not exist.
std::filesystem::path behind_links(std::filesystem::path path);

/// Writes a file atomically: it has a temporary name in the same folder until commit() renames it;
/// otherwise the destructor removes it. A symbolic link is kept, and its target replaced. Named
/// pipes, devices and the like are written directly.
class PartFile {
 public:
  /// Creates the empty temporary file. Throws Error(bad_input) where no file can be written, or
  /// where a read-only file exists.
  explicit PartFile(std::filesystem::path final_path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// The path to write to: a temporary name with the same extension.
  const std::filesystem::path& part() const { return part_; }
  /// Opens part() for writing. Throws Error(bad_input) for a named pipe without a reader, instead
  /// of blocking.
  std::ofstream open() const;
  /// Whether a temporary file will replace the final one.
  bool replaces() const { return part_ != final_; }
  /// Throws Error(bad_input) if renaming fails.
  void commit();

  /// Removes the temporary files of all uncommitted objects. Async-signal-safe, for handlers that
  /// end the program.
  static void remove_all() noexcept;

 private:
  std::filesystem::path final_;
  std::filesystem::path part_;
  bool committed_ = false;
  int place_ = -1;  ///< slot in the list of remove_all()
};

}  // namespace limber
