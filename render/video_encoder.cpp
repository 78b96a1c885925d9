#include "render/video_encoder.h"

#include <fmt/format.h>

#include <chrono>

#include "kernels/child_process.h"
#include "kernels/error.h"

namespace limber {

namespace {

/// Whether the encoder can encode one picture.
bool works(const std::string& ffmpeg, const VideoEncoder& encoder, int width, int height) {
  using Clock = std::chrono::steady_clock;
  std::vector<std::string> words{ffmpeg, "-hide_banner", "-loglevel", "error", "-nostdin"};
  for (const std::string& word :
       {std::string("-f"), std::string("lavfi"), std::string("-i"),
        fmt::format("color=size={}x{}", width, height), std::string("-frames:v"), std::string("1")})
    words.push_back(word);
  words.insert(words.end(), encoder.words.begin(), encoder.words.end());
  for (const char* word : {"-f", "null", "-"}) words.emplace_back(word);
  const Clock::time_point end = Clock::now() + std::chrono::seconds(5);
  try {
    return ChildProcess(std::move(words))
        .ask({},
             [end](std::size_t) {
               if (Clock::now() > end) throw Error(ExitCode::unavailable, "it hangs");
             })
        .has_value();
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

VideoEncoder find_video_encoder(const std::string& ffmpeg, int width, int height, bool has_gpu) {
  // Visual quality similar to x264 below.
  VideoEncoder nvenc{"NVENC",
                     {"-c:v", "h264_nvenc", "-preset", "p5", "-rc", "vbr", "-cq", "19", "-b:v", "0",
                      "-pix_fmt", "yuv420p"}};
  if (has_gpu && works(ffmpeg, nvenc, width, height)) return nvenc;
  return {"x264", {"-c:v", "libx264", "-preset", "veryfast", "-crf", "18"}};
}

}  // namespace limber
