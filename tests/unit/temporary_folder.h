#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace limber {

/// A temporary folder, removed with its contents when the test ends.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "limber-test-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::filesystem::filesystem_error("mkdtemp", name, {});
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace limber
