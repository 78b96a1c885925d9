#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "render/gl_object.h"
#include "render/image.h"
#include "render/resolved_frame.h"

namespace limber {

/// Reads frames back to the host asynchronously, through a ring of buffers.
class FrameReader {
 public:
  /// ring: maximum frames in flight; beyond it, submit() waits for the oldest.
  explicit FrameReader(int ring = 3);

  void submit(const ResolvedFrame& frame);
  /// The oldest frame not taken yet, if it has arrived. No frame is dropped.
  std::optional<Image> next();
  /// Waits until next() can return all submitted frames.
  void finish();
  /// Frames submitted but not taken.
  int pending() const { return static_cast<int>(under_way_.size() + arrived_.size()); }

 private:
  struct Slot {
    GlBuffer buffer;
    GlFence fence;
    int width = 0;
    int height = 0;
    std::size_t capacity = 0;
  };
  void collect(bool wait);

  std::vector<Slot> spare_;
  std::deque<Slot> under_way_;
  std::deque<Image> arrived_;
};

}  // namespace limber
