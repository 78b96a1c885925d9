#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>

#include "render/film_writer.h"
#include "render/frame_reader.h"
#include "render/resolved_frame.h"

namespace limber {

/// A film that is to be recorded.
struct FilmFile {
  std::filesystem::path path;  ///< as make_film_writer() has it
  glm::ivec2 size_px;
  double fps = 60.0;     ///< frames a second of playing time
  bool cut_out = false;  ///< pictures are as those without surroundings of ViewOptions
};

/// Writes pictures to a film. Frames come back from the
/// GPU a few later than they were drawn, so that nothing waits.
class Recorder {
 public:
  /// The size that a video of a picture of that size has: x264 needs even numbers, so an odd one
  /// grows by a pixel. Draw at this size while recording.
  static glm::ivec2 video_size(glm::ivec2 size_px) { return size_px + size_px % 2; }

  /// Throws Error as make_film_writer() does; then nothing is being recorded. What was being
  /// recorded before is finished first.
  void start(const FilmFile& file);
  /// Takes a picture, which must be of size_px(). Throws Error when it cannot be written; then the
  /// recording is over.
  void frame(const ResolvedFrame& picture);
  /// Waits for the last frames and names the file. A recording without any frame leaves no file.
  void stop();
  /// Ends the recording and leaves nothing of it.
  void abandon() noexcept { recording_.reset(); }

  bool recording() const { return recording_.has_value(); }
  // The following are for while it is recording.
  const std::filesystem::path& path() const { return recording_->file.path; }
  glm::ivec2 size_px() const { return recording_->file.size_px; }
  double fps() const { return recording_->file.fps; }
  bool cut_out() const { return recording_->file.cut_out; }
  int frames() const { return recording_->frames; }
  std::uintmax_t bytes() const { return recording_->writer->bytes(); }  ///< of the file by now
  double playing_s() const { return recording_->frames / fps(); }

 private:
  struct Recording {
    explicit Recording(const FilmFile& film)
        : file(film), writer(make_film_writer(film.path, film.size_px, film.fps)) {}
    void write_arrived();

    FilmFile file;
    int frames = 0;
    FrameReader reader;
    std::unique_ptr<FilmWriter> writer;
  };

  std::optional<Recording> recording_;
};

/// Writes a picture as PNG; waits for the GPU. cut_out: as FilmFile has it. Throws Error as
/// write_png does.
void write_screenshot(const std::filesystem::path& path, const ResolvedFrame& picture,
                      bool cut_out = false);

/// "limber-cloth-flags-20240131-235959.mp4" in the current folder: scene and local time now.
/// A scene that is a file gives its name without folder and ending. If the name is taken, a number
/// follows.
std::filesystem::path default_file(const std::string& scene_id, const std::string& ending);

}  // namespace limber
