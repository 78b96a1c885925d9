#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "render/frame_reader.h"
#include "render/renderer.h"
#include "render/video_writer.h"

namespace limber {

/// Writes what a renderer draws to a video, without the window's panels. Frames come back from the
/// GPU a few later than they were drawn, so that nothing waits.
class Recorder {
 public:
  /// The size that a video of a picture of that size has: x264 needs even numbers, so an odd one
  /// grows by a pixel. Draw at this size while recording.
  static glm::ivec2 video_size(glm::ivec2 size_px) { return size_px + size_px % 2; }

  /// fps: frames a second of playing time. Throws Error as VideoWriter does; then nothing is being
  /// recorded. What was being recorded before is finished first.
  void start(const std::filesystem::path& path, glm::ivec2 size_px, double fps);
  /// Takes the renderer's newest picture, which must be of size_px(). Throws Error when ffmpeg has
  /// died; then the recording is over and nothing is left of it.
  void frame(const Renderer& renderer);
  /// Waits for the last frames and names the file. A recording without any frame leaves no file.
  void stop();
  /// Ends the recording and leaves nothing of it.
  void abandon() noexcept { recording_.reset(); }

  bool recording() const { return recording_.has_value(); }
  // The following are for while it is recording.
  const std::filesystem::path& path() const { return recording_->path; }
  glm::ivec2 size_px() const { return recording_->size_px; }
  double fps() const { return recording_->fps; }
  int frames() const { return recording_->frames; }
  double playing_s() const { return recording_->frames / recording_->fps; }

 private:
  struct Recording {
    Recording(const std::filesystem::path& file, glm::ivec2 size, double rate)
        : path(file), size_px(size), fps(rate), writer(file, size.x, size.y, rate) {}
    void write_arrived();

    std::filesystem::path path;
    glm::ivec2 size_px;
    double fps;
    int frames = 0;
    FrameReader reader;
    VideoWriter writer;
  };

  std::optional<Recording> recording_;
};

/// Writes the renderer's newest picture as PNG; waits for the GPU. Throws Error as write_png does.
void write_screenshot(const std::filesystem::path& path, const Renderer& renderer);

/// "limber-cloth-flags-20240131-235959.mp4" in the current folder: scene and local time now.
/// A scene that is a file gives its name without folder and ending. If the name is taken, a number
/// follows.
std::filesystem::path default_file(const std::string& scene_id, const std::string& ending);

}  // namespace limber
