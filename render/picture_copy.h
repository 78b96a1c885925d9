#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "render/gl_object.h"
#include "render/resolved_frame.h"

namespace limber {

/// Copies of pictures, to be written over and scaled down.
class PictureCopy {
 public:
  /// Each of the copy's pixels is the mean of `times` x `times`, a power of two that divides both
  /// sizes. Valid until the next call. Throws Error(unavailable) where there is no memory for it.
  ResolvedFrame of(const ResolvedFrame& picture, int times);

  /// A row of pictures: makes room for it, ...
  ResolvedFrame row(glm::ivec2 size_px);
  /// ... and puts one there. left_px: where it begins.
  void put(const ResolvedFrame& picture, int left_px);

 private:
  struct Step {
    GlTexture picture;
    GlFramebuffer framebuffer;
    glm::ivec2 size_px{0};
  };
  void fit(Step& step, glm::ivec2 size_px);

  Step row_;
  std::vector<Step> steps_;  ///< each half as large as the one before, where there are several
};

/// What is drawn goes over this picture, byte by byte, instead of into the window.
class DrawnOver {
 public:
  explicit DrawnOver(const ResolvedFrame& picture);
  ~DrawnOver();
  DrawnOver(const DrawnOver&) = delete;
  DrawnOver& operator=(const DrawnOver&) = delete;
};

}  // namespace limber
