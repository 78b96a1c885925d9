#include "render/numbered_pictures.h"

#include <fmt/format.h>

#include "kernels/error.h"
#include "render/image_file.h"

namespace limber {

namespace fs = std::filesystem;

fs::path NumberedPictures::name(const fs::path& path, int number) {
  return fs::path(path).replace_filename(
      fmt::format("{}-{:05}{}", path.stem().string(), number, path.extension().string()));
}

void NumberedPictures::check(const fs::path& path) {
  const fs::path first = name(path, 1);
  check_png(first);
  std::error_code failed;
  if (fs::exists(first, failed))
    throw Error(ExitCode::bad_input,
                fmt::format("{} is there already, perhaps of a longer film; remove its pictures or "
                            "name another file",
                            first.string()));
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
