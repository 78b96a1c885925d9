#include "render/frame_reader.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/error.h"

namespace limber {

FrameReader::FrameReader(int ring) {
  for (int i = 0; i < std::max(ring, 1); ++i) {
    spare_.emplace_back();
    spare_.back().buffer = make_buffer();
  }
}

void FrameReader::submit(const ResolvedFrame& frame) {
  collect(false);
  if (spare_.empty()) collect(true);
  Slot slot = std::move(spare_.back());
  spare_.pop_back();
  slot.width = frame.width;
  slot.height = frame.height;
  const std::size_t bytes = std::size_t{4} * frame.width * frame.height;
  if (bytes > slot.capacity) {
    glNamedBufferData(slot.buffer.name(), static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
    slot.capacity = bytes;
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, frame.framebuffer);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.name());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, frame.width, frame.height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  slot.fence.place();
  under_way_.push_back(std::move(slot));
}

std::optional<Image> FrameReader::next() {
  collect(false);
  if (arrived_.empty()) return std::nullopt;
  Image image = std::move(arrived_.front());
  arrived_.pop_front();
  return image;
}

void FrameReader::finish() {
  while (!under_way_.empty()) collect(true);
}

/// Collects arrived frames; with `wait`, waits for the oldest one.
void FrameReader::collect(bool wait) {
  while (!under_way_.empty() && (wait || under_way_.front().fence.passed())) {
    Slot& slot = under_way_.front();
    slot.fence.wait();
    wait = false;
    const std::size_t row_bytes = std::size_t{4} * slot.width;
    Image image{slot.width, slot.height, std::vector<std::uint8_t>(row_bytes * slot.height)};
    if (!image.rgba8.empty()) {
      const auto* rows = static_cast<const std::uint8_t*>(glMapNamedBufferRange(
          slot.buffer.name(), 0, static_cast<GLsizeiptr>(image.rgba8.size()), GL_MAP_READ_BIT));
      if (!rows)
        throw Error(ExitCode::unavailable,
                    "OpenGL does not return a picture that was drawn; its memory may be full");
      // OpenGL's first row is the bottom one, an Image's the top one.
      for (int y = 0; y < slot.height; ++y)
        std::memcpy(&image.rgba8[row_bytes * (slot.height - 1 - y)], rows + row_bytes * y,
                    row_bytes);
      glUnmapNamedBuffer(slot.buffer.name());
    }
    arrived_.push_back(std::move(image));
    spare_.push_back(std::move(slot));
    under_way_.pop_front();
  }
}

}  // namespace limber
