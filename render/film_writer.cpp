#include "render/film_writer.h"

#include <fmt/format.h>

#include "kernels/error.h"
#include "render/numbered_pictures.h"
#include "render/video_writer.h"

namespace limber {

namespace {

bool is_of_pictures(const std::filesystem::path& path) {
  if (path.extension() == ".png") return true;
  if (path.extension() == ".mp4") return false;
  throw Error(
      ExitCode::usage,
      fmt::format("the video {} must have a name that ends in .mp4, or in .png for numbered "
                  "pictures",
                  path.string()));
}

}  // namespace

void check_film(const std::filesystem::path& path, glm::ivec2 size_px) {
  if (is_of_pictures(path))
    NumberedPictures::check(path);
  else
    VideoWriter::check(path, size_px.x, size_px.y);
}

std::unique_ptr<FilmWriter> make_film_writer(const std::filesystem::path& path, glm::ivec2 size_px,
                                             double fps) {
  if (is_of_pictures(path)) return std::make_unique<NumberedPictures>(path, size_px);
  return std::make_unique<VideoWriter>(path, size_px.x, size_px.y, fps);
}

}  // namespace limber
