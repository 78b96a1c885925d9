#include "render/video_writer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/device.h"
#include "kernels/error.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

/// Path of a program found on PATH; empty if there is none.
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

std::vector<std::string> ffmpeg_words() {
  return {ffmpeg().string(), "-hide_banner", "-loglevel", "error", "-nostdin", "-y"};
}

/// Whether a fragmented file contains a fragment.
bool has_fragment(const fs::path& file) {
  std::string start(1 << 16, '\0');
  std::ifstream(file, std::ios::binary)
      .read(start.data(), static_cast<std::streamsize>(start.size()));
  return start.find("moof") != std::string::npos;
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

VideoEncoder VideoWriter::encoder(int width, int height) {
  return find_video_encoder(ffmpeg().string(), width, height, device::info().usable);
}

VideoWriter::VideoWriter(const fs::path& path, int width, int height, double fps,
                         std::chrono::milliseconds patience)
    : path_(path), frame_bytes_(std::size_t{4} * width * height), patience_(patience) {
  check(path, width, height);
  if (!(fps > 0.0) || !std::isfinite(fps))
    throw Error(ExitCode::usage, fmt::format("a video cannot have {} frames per second", fps));
  fragments_.emplace(fs::path(path).replace_filename(path.stem().string() + "-fragments.mp4"));
  // The picture is sRGB; the video is tagged as limited-range BT.709, since players would guess
  // otherwise.
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
  // setparams: since version 7, ffmpeg uses the frames' colour tags, which are unset, instead of
  // the options.
  const std::vector<std::string> picture{"-vf",
                                         "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,"
                                         "setparams=color_primaries=bt709:color_trc=bt709",
                                         "-color_primaries",
                                         "bt709",
                                         "-color_trc",
                                         "bt709",
                                         "-colorspace",
                                         "bt709",
                                         "-color_range",
                                         "tv"};
  const VideoEncoder compress = encoder(width, height);
  const std::vector<std::string> out{"-movflags",
                                     "+frag_keyframe+empty_moov+default_base_moof",
                                     "-frag_duration",
                                     "200000",  // microseconds
                                     "-flush_packets",
                                     "1",
                                     "-f",
                                     "mp4",
                                     "file:" + fragments_->part().string()};
  std::vector<std::string> words = ffmpeg_words();
  for (const std::vector<std::string>* part : {&in, &picture, &compress.words, &out})
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
  const auto look = [this](std::size_t) {
    std::error_code ignored;
    watch(fs::last_write_time(fragments_->part(), ignored).time_since_epoch().count());
  };
  if (!ffmpeg_->ask({}, look)) fail();
  if (!copy_fragments()) fail();
  file_->commit();
  fragments_.reset();
}

/// Remuxes into the final file, with the index in front.
bool VideoWriter::copy_fragments() {
  file_.emplace(path_);
  std::vector<std::string> words = ffmpeg_words();
  for (const std::string& word :
       {std::string("-i"), "file:" + fragments_->part().string(), std::string("-c"),
        std::string("copy"), std::string("-movflags"), std::string("+faststart"), std::string("-f"),
        std::string("mp4"), "file:" + file_->part().string()})
    words.push_back(word);
  ffmpeg_.emplace(std::move(words));
  since_ = Clock::now();
  return ffmpeg_
      ->ask({},
            [this](std::size_t) {
              std::error_code ignored;
              watch(fs::last_write_time(file_->part(), ignored).time_since_epoch().count());
            })
      .has_value();
}

std::uintmax_t VideoWriter::bytes() const {
  std::error_code missing;
  const std::uintmax_t bytes = fs::file_size(fragments_ ? fragments_->part() : path_, missing);
  return missing ? 0 : bytes;
}

void VideoWriter::watch(std::intmax_t progress) {
  if (progress != progress_) since_ = Clock::now();
  progress_ = progress;
  if (Clock::now() - since_ > patience_)
    give_up(fmt::format("ffmpeg did nothing for {} s",
                        std::chrono::duration<double>(patience_).count()),
            "; see whether it works by itself, or put another one on PATH");
}

void VideoWriter::fail() {
  const std::string last = ffmpeg_->last_line();
  give_up("ffmpeg stopped", last.empty() ? "" : "; it said: " + last);
}

void VideoWriter::give_up(const std::string& why, const std::string& hint) {
  ffmpeg_.reset();
  bool saved = false;
  if (!std::exchange(gives_up_, true) && has_fragment(fragments_->part())) {
    try {
      saved = copy_fragments();
      if (saved) file_->commit();
    } catch (const Error&) {
      saved = false;  // the first error is the one to report
    }
    // A full disk has no room for a copy; fragments are playable without the index, too.
    std::error_code failed;
    if (!saved) fs::rename(fragments_->part(), path_, failed);
    saved |= !failed;
  }
  throw Error(
      ExitCode::unavailable,
      saved ? fmt::format("{}; {} has what was recorded until then{}", why, path_.string(), hint)
            : fmt::format("{} and the video was not written{}", why, hint));
}

}  // namespace limber
