#pragma once

#include <string>
#include <vector>

namespace limber {

/// What compresses a video to H.264: its name, and ffmpeg's words for it.
struct VideoEncoder {
  std::string name;
  std::vector<std::string> words;
};

/// NVENC, the GPU's own encoder, where this ffmpeg, the driver and the GPU can use it for pictures
/// of that size; else x264. Encodes a picture to find out, which takes a second, or five where
/// ffmpeg hangs. has_gpu: whether there is one to ask.
VideoEncoder find_video_encoder(const std::string& ffmpeg, int width, int height, bool has_gpu);

}  // namespace limber
