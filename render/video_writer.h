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

/// Writes an .mp4 (H.264, see video_encoder.h) by piping frames to an ffmpeg process. finish()
/// gives the file its name; without it ffmpeg is stopped and nothing is left. If ffmpeg dies or
/// hangs, what it has written so far becomes the file.
class VideoWriter : public FilmWriter {
 public:
  /// The constructor's checks, for use before any work is done. Throws Error: usage for a size that
  /// x264 does not support or an extension other than .mp4, bad_input for a folder that is missing
  /// or not writable, unavailable without ffmpeg on PATH.
  static void check(const std::filesystem::path& path, int width, int height);

  /// The encoder used for videos of that size. Throws Error(unavailable) without ffmpeg.
  static VideoEncoder encoder(int width, int height);

  /// fps: frames per second of playback. patience: how long ffmpeg may make no progress. Throws as
  /// check() does.
  VideoWriter(const std::filesystem::path& path, int width, int height, double fps,
              std::chrono::milliseconds patience = std::chrono::seconds(30));

  /// One frame of 4 * width * height bytes: RGBA, sRGB, top row first. Waits while ffmpeg is busy.
  /// Throws Error(unavailable) when ffmpeg has died or makes no progress, with its last output and
  /// what was saved.
  void add(std::span<const std::uint8_t> rgba8) override;
  /// Waits for ffmpeg to end and gives the file its name; call it once. Throws as add() does, and
  /// Error(usage) if there was no frame.
  void finish() override;
  int frames() const { return frames_; }
  std::uintmax_t bytes() const override;

 private:
  using Clock = std::chrono::steady_clock;

  /// Fails once `progress`, a number that changes while ffmpeg works, has not changed for too long.
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
  /// ffmpeg's output: independently playable fragments, without the index that is only written at
  /// the end of a film.
  std::optional<PartFile> fragments_;
  std::optional<ChildProcess> ffmpeg_;  ///< ends before its files are removed
};

}  // namespace limber
