#pragma once

#include "render/film_writer.h"

namespace limber {

/// Writes a film as PNG files: film-00001.png, film-00002.png ... for film.png. Each gets its name
/// when complete.
class NumberedPictures : public FilmWriter {
 public:
  /// The constructor's checks. Throws Error(bad_input) where no file can be written, or where a
  /// picture of that name exists, so that films are not mixed.
  static void check(const std::filesystem::path& path);

  NumberedPictures(const std::filesystem::path& path, glm::ivec2 size_px);

  void add(std::span<const std::uint8_t> rgba8) override;
  void finish() override {}
  std::uintmax_t bytes() const override { return bytes_; }

  /// File name of a frame, numbered from 1.
  static std::filesystem::path name(const std::filesystem::path& path, int number);
  /// The frame number in a file name, ignoring the folder; 0: none.
  static int number_of(const std::filesystem::path& path, const std::filesystem::path& file);

 private:
  std::filesystem::path path_;
  glm::ivec2 size_px_;
  int frames_ = 0;
  std::uintmax_t bytes_ = 0;
};

}  // namespace limber
