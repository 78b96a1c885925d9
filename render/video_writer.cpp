#include "render/video_writer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/error.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

/// Where PATH finds a program; empty where it does not.
fs::path program_on_path(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "";
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    fs::path program = fs::path(folders.substr(0, end)) / name;
    std::error_code failed;
    if (fs::is_regular_file(program, failed) && access(program.c_str(), X_OK) == 0) return program;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return {};
}

fs::path ffmpeg() {
  fs::path program = program_on_path("ffmpeg");
  if (program.empty())
    throw Error(ExitCode::unavailable,
                "videos are written by ffmpeg, which is not on PATH; install the package ffmpeg");
  return program;
}

}  // namespace

void VideoWriter::check(const fs::path& path, int width, int height) {
  if (width <= 0 || height <= 0 || width % 2 != 0 || height % 2 != 0)
    throw Error(ExitCode::usage,
                fmt::format("a video of {}x{} cannot be written; width and height must be even",
                            width, height));
  if (path.extension() != ".mp4")
    throw Error(ExitCode::usage,
                fmt::format("the video {} must have a name that ends in .mp4", path.string()));
  if (const PartFile writable(path); !writable.replaces())
    throw Error(ExitCode::bad_input,
                fmt::format("the video {} cannot be written to a pipe or a device: its beginning "
                            "is written last; name a file",
                            path.string()));
  ffmpeg();
}

VideoWriter::VideoWriter(const fs::path& path, int width, int height, double fps,
                         std::chrono::milliseconds patience)
    : frame_bytes_(std::size_t{4} * width * height), patience_(patience) {
  check(path, width, height);
  if (!(fps > 0.0) || !std::isfinite(fps))
    throw Error(ExitCode::usage, fmt::format("a video cannot have {} frames a second", fps));
  file_.emplace(path);
  // The picture is sRGB; what is written is BT.709 in video range, and says so, or players guess.
  const std::vector<std::string> in{"-f",
                                    "rawvideo",
                                    "-pixel_format",
                                    "rgba",
                                    "-video_size",
                                    fmt::format("{}x{}", width, height),
                                    "-framerate",
                                    fmt::format("{}", fps),
                                    "-i",
                                    "pipe:0"};
  const std::vector<std::string> picture{"-vf",
                                         "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
                                         "-color_primaries",
                                         "bt709",
                                         "-color_trc",
                                         "bt709",
                                         "-colorspace",
                                         "bt709",
                                         "-color_range",
                                         "tv"};
  const std::vector<std::string> out{"-c:v",
                                     "libx264",
                                     "-preset",
                                     "veryfast",
                                     "-crf",
                                     "18",
                                     "-movflags",
                                     "+faststart",
                                     "-f",
                                     "mp4",
                                     "file:" + file_->part().string()};
  std::vector<std::string> words{ffmpeg().string(), "-hide_banner", "-loglevel",
                                 "error",           "-nostdin",     "-y"};
  for (const std::vector<std::string>* part : {&in, &picture, &out})
    words.insert(words.end(), part->begin(), part->end());
  ffmpeg_.emplace(std::move(words));
}

void VideoWriter::add(std::span<const std::uint8_t> rgba8) {
  if (rgba8.size() != frame_bytes_)
    throw Error(ExitCode::bad_input, fmt::format("a frame of {} bytes does not fit a video of {}",
                                                 rgba8.size(), frame_bytes_));
  since_ = Clock::now();
  if (!ffmpeg_->send(rgba8, [this](std::size_t left) { watch(static_cast<std::intmax_t>(left)); }))
    fail();
  ++frames_;
}

void VideoWriter::finish() {
  if (frames_ == 0)
    throw Error(ExitCode::usage, "the video has no frame and was not written; record at least one");
  since_ = Clock::now();
  // It writes the last frames, and then the whole file once more with its index in front.
  const auto look = [this](std::size_t) {
    std::error_code ignored;
    watch(fs::last_write_time(file_->part(), ignored).time_since_epoch().count());
  };
  if (!ffmpeg_->ask({}, look)) fail();
  file_->commit();
}

void VideoWriter::watch(std::intmax_t progress) {
  if (progress != progress_) since_ = Clock::now();
  progress_ = progress;
  if (Clock::now() - since_ > patience_)
    throw Error(
        ExitCode::unavailable,
        fmt::format("ffmpeg did nothing for {} s and the video was not written; see whether "
                    "it works by itself, or put another one on PATH",
                    std::chrono::duration<double>(patience_).count()));
}

void VideoWriter::fail() {
  const std::string last = ffmpeg_->last_line();
  throw Error(ExitCode::unavailable, fmt::format("ffmpeg stopped and the video was not written{}{}",
                                                 last.empty() ? "" : "; it said: ", last));
}

}  // namespace limber
