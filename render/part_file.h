#pragma once

#include <filesystem>
#include <fstream>

namespace limber {

/// What a name leads to through symbolic links, be it there or not.
std::filesystem::path behind_links(std::filesystem::path path);

/// A file under a temporary name in the same folder, until it is whole: commit() gives it its final
/// name, otherwise the destructor removes it. So there is never half a file under the final name.
/// A symbolic link stays, and what it leads to is replaced. What is no regular file, such as a
/// named pipe or a device, is written to as it is, from the beginning.
class PartFile {
 public:
  /// Creates the temporary file, empty. Throws Error(bad_input) where no file can be written there,
  /// or where one is that is read-only.
  explicit PartFile(std::filesystem::path final_path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// Where to write to: the temporary name, which keeps the extension.
  const std::filesystem::path& part() const { return part_; }
  /// A stream that writes there, from the beginning. Throws Error(bad_input) for a named pipe that
  /// nothing reads, which opening would wait for.
  std::ofstream open() const;
  /// Whether there is a temporary file, which takes the place of what has the final name.
  bool replaces() const { return part_ != final_; }
  /// Throws Error(bad_input) when the file cannot get its name.
  void commit();

  /// Removes the temporary files of all that are not committed. For handlers of signals that end
  /// the program.
  static void remove_all() noexcept;

 private:
  std::filesystem::path final_;
  std::filesystem::path part_;
  bool committed_ = false;
  int place_ = -1;  ///< among those that remove_all() removes
};

}  // namespace limber
