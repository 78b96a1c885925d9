#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <span>

namespace limber {

/// Writes a film to files.
class FilmWriter {
 public:
  virtual ~FilmWriter() = default;

  /// One frame of 4 * width * height bytes: RGBA, sRGB, top row first. Throws Error when it cannot
  /// be written.
  virtual void add(std::span<const std::uint8_t> rgba8) = 0;
  /// Call after the last frame; there must be at least one. Throws as add() does.
  virtual void finish() = 0;
  virtual std::uintmax_t bytes() const = 0;  ///< written so far
};

/// Throws what make_film_writer() would, before any work is done.
void check_film(const std::filesystem::path& path, glm::ivec2 size_px);

/// Writes a video (.mp4) or numbered pictures (.png): film-00001.png ... for film.png. fps: frames
/// per second of playback. Throws Error: usage for a size that a video cannot have or another
/// extension, bad_input where no file can be written or pictures of another film exist, unavailable
/// without ffmpeg.
std::unique_ptr<FilmWriter> make_film_writer(const std::filesystem::path& path, glm::ivec2 size_px,
                                             double fps);

}  // namespace limber
