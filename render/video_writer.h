#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "kernels/child_process.h"
#include "render/film_writer.h"
#include "render/part_file.h"
#include "render/video_encoder.h"

namespace limber {

/// Writes an .mp4 (H.264, see video_encoder.h) by way of an ffmpeg process that frames are piped
/// to. The file has its name once finish() is done; without finish() ffmpeg is stopped and nothing
/// is left. Where ffmpeg dies or hangs, what it has written before becomes the file.
class VideoWriter : public FilmWriter {
 public:
  /// What the constructor would refuse, for use before any work is done. Throws Error: usage for a
  /// size that x264 cannot take or another ending than .mp4, bad_input for a folder that is missing
  /// or not writable, unavailable without ffmpeg on PATH.
  static void check(const std::filesystem::path& path, int width, int height);

  /// The encoder that videos of that size get here. Throws Error(unavailable) without ffmpeg.
  static VideoEncoder encoder(int width, int height);

  /// fps: frames a second of playing time. patience: how long ffmpeg may do nothing. Throws as
  /// check() does.
  VideoWriter(const std::filesystem::path& path, int width, int height, double fps,
              std::chrono::milliseconds patience = std::chrono::seconds(30));

  /// One frame of 4 * width * height bytes: red green blue alpha, sRGB, top row first. Waits while
  /// ffmpeg is busy. Throws Error(unavailable) with ffmpeg's last words when it has died, and when
  /// it does nothing, and with what is left then.
  void add(std::span<const std::uint8_t> rgba8) override;
  /// Waits for ffmpeg to end and names the file; once, at the end. Throws as add() does, and
  /// Error(usage) if there was no frame.
  void finish() override;
  int frames() const { return frames_; }
  std::uintmax_t bytes() const override;

 private:
  using Clock = std::chrono::steady_clock;

  /// Fails once `progress`, a number that changes while ffmpeg works, has stayed for too long.
  void watch(std::intmax_t progress);
  [[noreturn]] void fail();
  [[noreturn]] void give_up(const std::string& why, const std::string& hint);
  bool copy_fragments();

  std::filesystem::path path_;
  std::size_t frame_bytes_;
  int frames_ = 0;
  bool gives_up_ = false;
  std::chrono::milliseconds patience_;
  std::intmax_t progress_ = 0;
  Clock::time_point since_;
  std::optional<PartFile> file_;
  /// What ffmpeg writes: fragments that can be played without each other, and without the index
  /// that a film gets at its end.
  std::optional<PartFile> fragments_;
  std::optional<ChildProcess> ffmpeg_;  ///< ends before the files it writes are removed
};

}  // namespace limber
