#include "render/numbered_pictures.h"

#include <fmt/format.h>

#include <charconv>
#include <string>

#include "kernels/error.h"
#include "render/image_file.h"

namespace limber {

namespace fs = std::filesystem;

fs::path NumberedPictures::name(const fs::path& path, int number) {
  return fs::path(path).replace_filename(
      fmt::format("{}-{:05}{}", path.stem().string(), number, path.extension().string()));
}

int NumberedPictures::number_of(const fs::path& path, const fs::path& file) {
  const std::string start = path.stem().string() + "-", stem = file.stem().string();
  if (!stem.starts_with(start)) return 0;
  int number = 0;
  std::from_chars(stem.data() + start.size(), stem.data() + stem.size(), number);
  return number > 0 && name(path, number).filename() == file.filename() ? number : 0;
}

void NumberedPictures::check(const fs::path& path) {
  check_png(name(path, 1));
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    const fs::path& file = entry.path();
    if (number_of(path, file) == 0) continue;
    throw Error(ExitCode::bad_input,
                fmt::format("{} exists already, from another film; remove its pictures or name "
                            "another file",
                            file.string()));
  }
}

NumberedPictures::NumberedPictures(const fs::path& path, glm::ivec2 size_px)
    : path_(path), size_px_(size_px) {
  check(path);
}

void NumberedPictures::add(std::span<const std::uint8_t> rgba8) {
  const fs::path file = name(path_, ++frames_);
  write_png(file, size_px_.x, size_px_.y, rgba8);
  std::error_code missing;
  const std::uintmax_t bytes = fs::file_size(file, missing);
  if (!missing) bytes_ += bytes;
}

}  // namespace limber
