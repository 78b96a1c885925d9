#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "render/gl_object.h"
#include "render/image.h"
#include "render/resolved_frame.h"

namespace limber {

/// Brings drawn frames to the host without making the GPU wait, through a ring of buffers.
class FrameReader {
 public:
  /// ring: frames under way at most; one more makes submit() wait for the oldest.
  explicit FrameReader(int ring = 3);

  void submit(const ResolvedFrame& frame);
  /// The oldest frame that has not been taken, if it has arrived. No frame is ever lost.
  std::optional<Image> next();
  /// Waits until next() gives all that were submitted.
  void finish();
  /// Frames that were submitted and not taken.
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
