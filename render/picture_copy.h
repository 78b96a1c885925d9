#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "render/gl_object.h"
#include "render/resolved_frame.h"

namespace limber {

/// Copies of pictures, to be drawn over or downscaled.
class PictureCopy {
 public:
  /// Each pixel of the copy is the mean of `times` x `times`; `times` is a power of two that
  /// divides both sizes. Valid until the next call. Throws Error(unavailable) when out of memory.
  ResolvedFrame of(const ResolvedFrame& picture, int times);

  /// Begins a row of pictures, ...
  ResolvedFrame row(glm::ivec2 size_px);
  /// ... and copies one into it. left_px: its left edge.
  void put(const ResolvedFrame& picture, int left_px);

 private:
  struct Step {
    GlTexture picture;
    GlFramebuffer framebuffer;
    glm::ivec2 size_px{0};
  };
  void fit(Step& step, glm::ivec2 size_px);

  Step row_;
  std::vector<Step> steps_;  ///< each half as large as the previous one
};

/// While it exists, drawing goes into this picture, without sRGB conversion, instead of the window.
class DrawnOver {
 public:
  explicit DrawnOver(const ResolvedFrame& picture);
  ~DrawnOver();
  DrawnOver(const DrawnOver&) = delete;
  DrawnOver& operator=(const DrawnOver&) = delete;
};

}  // namespace limber
