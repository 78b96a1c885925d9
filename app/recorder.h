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

/// A film to record.
struct FilmFile {
  std::filesystem::path path;  ///< as for make_film_writer()
  glm::ivec2 size_px;
  double fps = 60.0;     ///< frames per second of playback
  bool cut_out = false;  ///< without surroundings, as in ViewOptions
};

/// Writes pictures to a film. Frames are read back from the GPU a few frames late, without stalls.
class Recorder {
 public:
  /// Rounds a picture size up to even numbers, as x264 requires. Draw at this size while recording.
  static glm::ivec2 video_size(glm::ivec2 size_px) { return size_px + size_px % 2; }

  /// Finishes any current recording first. Throws Error as make_film_writer() does; then nothing is
  /// being recorded.
  void start(const FilmFile& file);
  /// Adds a picture, which must have size_px(). Throws Error when it cannot be written; then the
  /// recording ends.
  void frame(const ResolvedFrame& picture);
  /// Waits for the last frames and gives the file its name. A recording without frames leaves no
  /// file.
  void stop();
  /// Ends the recording and discards it.
  void abandon() noexcept { recording_.reset(); }

  bool recording() const { return recording_.has_value(); }
  // Only while recording:
  const std::filesystem::path& path() const { return recording_->file.path; }
  glm::ivec2 size_px() const { return recording_->file.size_px; }
  double fps() const { return recording_->file.fps; }
  bool cut_out() const { return recording_->file.cut_out; }
  int frames() const { return recording_->frames; }
  std::uintmax_t bytes() const { return recording_->writer->bytes(); }  ///< written so far
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

/// "limber-cloth-flags-20240131-235959.mp4" in the current folder: scene and local time. For a
/// scene file, its name without folder and extension. A number is appended if the name is taken.
std::filesystem::path default_file(const std::string& scene_id, const std::string& ending);

}  // namespace limber
