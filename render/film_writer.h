#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <span>

namespace limber {

/// A film on its way into files.
class FilmWriter {
 public:
  virtual ~FilmWriter() = default;

  /// One frame of 4 * width * height bytes: red green blue alpha, sRGB, top row first. Throws Error
  /// when it cannot be written.
  virtual void add(std::span<const std::uint8_t> rgba8) = 0;
  /// After the last of one frame or more. Throws as add() does.
  virtual void finish() = 0;
  virtual std::uintmax_t bytes() const = 0;  ///< that have been written by now
};

/// What make_film_writer() would refuse, for use before any work is done.
void check_film(const std::filesystem::path& path, glm::ivec2 size_px);

/// A video (.mp4), or pictures (.png) that are numbered: film-00001.png ... for film.png.
/// fps: frames a second of playing time. Throws Error: usage for a size that a video cannot have or
/// for another ending, bad_input where no file can be written or where pictures of another film
/// are, unavailable without ffmpeg.
std::unique_ptr<FilmWriter> make_film_writer(const std::filesystem::path& path, glm::ivec2 size_px,
                                             double fps);

}  // namespace limber
