#pragma once

#include <filesystem>

namespace limber {

/// A file under a temporary name in the same folder, until it is whole: commit() gives it its final
/// name, otherwise the destructor removes it. So there is never half a file under the final name.
class PartFile {
 public:
  /// Creates the temporary file, empty. Throws Error(bad_input) where no file can be written there.
  explicit PartFile(std::filesystem::path final_path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// The temporary name; it keeps the extension.
  const std::filesystem::path& part() const { return part_; }
  /// Throws Error(bad_input) when the file cannot get its name.
  void commit();

 private:
  std::filesystem::path final_;
  std::filesystem::path part_;
  bool committed_ = false;
};

}  // namespace limber
