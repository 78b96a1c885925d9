#pragma once

#include "render/film_writer.h"

namespace limber {

/// A film as PNG files: film-00001.png, film-00002.png ... for film.png. Each has its name once it
/// is whole.
class NumberedPictures : public FilmWriter {
 public:
  /// What the constructor would refuse. Throws Error(bad_input) where no file can be written, and
  /// where there is a picture of that name already, so that no film is mixed with what is left of
  /// another.
  static void check(const std::filesystem::path& path);

  NumberedPictures(const std::filesystem::path& path, glm::ivec2 size_px);

  void add(std::span<const std::uint8_t> rgba8) override;
  void finish() override {}
  std::uintmax_t bytes() const override { return bytes_; }

  /// Of the frame with that number, from 1.
  static std::filesystem::path name(const std::filesystem::path& path, int number);
  /// The number of the frame whose picture is called as that file, in whatever folder; 0: none.
  static int number_of(const std::filesystem::path& path, const std::filesystem::path& file);

 private:
  std::filesystem::path path_;
  glm::ivec2 size_px_;
  int frames_ = 0;
  std::uintmax_t bytes_ = 0;
};

}  // namespace limber
