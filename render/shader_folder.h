#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace limber {

/// The shader sources, watched for changes while the program runs.
class ShaderFolder {
 public:
  /// An empty path: no folder.
  explicit ShaderFolder(std::filesystem::path path);

  /// Reads a shader. Throws Error(bad_input) if there is none, Error(unavailable) without a folder.
  std::string read(const std::string& name) const;

  /// Whether shaders were written, added or removed since construction or the last reported change.
  /// Reports a change only when two consecutive calls see the same files, since an editor may be in
  /// the middle of saving. A missing folder has not changed.
  bool changed();

 private:
  using Times = std::map<std::filesystem::path, std::filesystem::file_time_type>;
  Times look() const;

  std::filesystem::path path_;
  Times known_;  ///< as last reported
  Times seen_;   ///< at the last call
};

}  // namespace limber
