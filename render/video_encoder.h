#pragma once

#include <string>
#include <vector>

namespace limber {

/// An H.264 encoder: its name, and its ffmpeg options.
struct VideoEncoder {
  std::string name;
  std::vector<std::string> words;
};

/// NVENC, the GPU's hardware encoder, if ffmpeg, driver and GPU support it at that size; else x264.
/// Encodes a test picture, which takes a second, or five if ffmpeg hangs. has_gpu: false skips the
/// test.
VideoEncoder find_video_encoder(const std::string& ffmpeg, int width, int height, bool has_gpu);

}  // namespace limber
