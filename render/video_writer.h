#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "kernels/child_process.h"
#include "render/part_file.h"

namespace limber {

/// Writes an .mp4 (H.264) by way of an ffmpeg process that frames are piped to. The file has its
/// name once finish() is done; without finish() ffmpeg is stopped and nothing is left.
class VideoWriter {
 public:
  /// What the constructor would refuse, for use before any work is done. Throws Error: usage for a
  /// size that x264 cannot take or another ending than .mp4, bad_input for a folder that is missing
  /// or not writable, unavailable without ffmpeg on PATH.
  static void check(const std::filesystem::path& path, int width, int height);

  /// fps: frames a second of playing time. patience: how long ffmpeg may do nothing. Throws as
  /// check() does.
  VideoWriter(const std::filesystem::path& path, int width, int height, double fps,
              std::chrono::milliseconds patience = std::chrono::seconds(30));

  /// One frame of 4 * width * height bytes: red green blue alpha, sRGB, top row first. Waits while
  /// ffmpeg is busy. Throws Error(unavailable) with ffmpeg's last words when it has died, and when
  /// it does nothing.
  void add(std::span<const std::uint8_t> rgba8);
  /// Waits for ffmpeg to end and names the file; once, at the end. Throws as add() does, and
  /// Error(usage) if there was no frame.
  void finish();
  int frames() const { return frames_; }

 private:
  using Clock = std::chrono::steady_clock;

  /// Fails once `progress`, a number that changes while ffmpeg works, has stayed for too long.
  void watch(std::intmax_t progress);
  [[noreturn]] void fail();

  std::size_t frame_bytes_;
  int frames_ = 0;
  std::chrono::milliseconds patience_;
  std::intmax_t progress_ = 0;
  Clock::time_point since_;
  std::optional<PartFile> file_;
  std::optional<ChildProcess> ffmpeg_;  ///< ends before the file it writes is removed
};

}  // namespace limber
