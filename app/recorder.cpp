#include "app/recorder.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "kernels/error.h"
#include "render/image_file.h"

namespace limber {

namespace fs = std::filesystem;

void Recorder::Recording::write_arrived() {
  while (std::optional<Image> image = reader.next()) {
    if (file.cut_out) unpremultiply(*image);
    writer->add(image->rgba8);
  }
}

void Recorder::start(const FilmFile& file) {
  stop();
  recording_.emplace(file);
}

void Recorder::frame(const ResolvedFrame& picture) {
  try {
    if (glm::ivec2(picture.width, picture.height) != size_px())
      throw Error(ExitCode::unavailable,
                  fmt::format("a picture of {}x{} does not fit into a video of {}x{}",
                              picture.width, picture.height, size_px().x, size_px().y));
    recording_->reader.submit(picture);
    ++recording_->frames;
    recording_->write_arrived();
  } catch (...) {
    abandon();
    throw;
  }
}

void Recorder::stop() {
  if (!recording_) return;
  try {
    if (recording_->frames > 0) {
      recording_->reader.finish();
      recording_->write_arrived();
      recording_->writer->finish();
    }
  } catch (...) {
    abandon();
    throw;
  }
  recording_.reset();
}

void write_screenshot(const fs::path& path, const ResolvedFrame& picture, bool cut_out) {
  FrameReader reader(1);
  reader.submit(picture);
  reader.finish();
  std::optional<Image> image = reader.next();
  if (cut_out) unpremultiply(*image);
  write_png(path, image->width, image->height, image->rgba8);
}

fs::path default_file(const std::string& scene_id, const std::string& ending) {
  const fs::path id = scene_id;
  std::string scene = id.has_extension() ? id.stem().string() : scene_id;
  for (char& c : scene)
    if (c == '/') c = '-';
  const std::string name =
      fmt::format("limber-{}-{:%Y%m%d-%H%M%S}", scene, fmt::localtime(std::time(nullptr)));
  fs::path path = name + ending;
  for (int number = 2; fs::exists(path); ++number)
    path = fmt::format("{}-{}{}", name, number, ending);
  return path;
}

}  // namespace limber
