#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace limber {

/// The shaders' sources, which a developer changes while the program runs.
class ShaderFolder {
 public:
  /// An empty path stands for no folder.
  explicit ShaderFolder(std::filesystem::path path);

  /// A shader as it is now. Throws Error(bad_input) where there is none, Error(unavailable) without
  /// a folder.
  std::string read(const std::string& name) const;

  /// Whether shaders were written, added or removed since this was made or last said so. It says so
  /// once they are the same at two calls, since an editor may be in the middle of saving. A folder
  /// that is not there has not changed.
  bool changed();

 private:
  using Times = std::map<std::filesystem::path, std::filesystem::file_time_type>;
  Times look() const;

  std::filesystem::path path_;
  Times known_;  ///< what the caller knows of
  Times seen_;   ///< at the last look
};

}  // namespace limber
