#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"

namespace limber {

/// Where the key light stands: a direction, unit length.

/// What parallel rays from one direction see, over a square.
struct ParallelView {
  glm::mat4 texture_from_world{1.0f};  ///< to texture coordinates and depth, all in [0, 1]
  glm::mat4 clip_from_world() const;   ///< to draw the view
  float across_m = 1.0f;
  float deep_m = 1.0f;
};

/// The view of a box, and of the shadow that it throws on the plane y = ground_height_m, from a
/// direction of unit length that is not below the horizon.
ParallelView parallel_view(glm::vec3 direction, glm::vec3 min_m, glm::vec3 max_m,
                           float ground_height_m);

/// Depth as a ParallelView sees it.
class ShadowMap {
 public:
  explicit ShadowMap(int size_px);
  void bind() const;  ///< to draw into, cleared
  /// To look up with a comparison, four texels at once. The unit keeps the sampler.
  void use_compared(unsigned unit) const;
  /// To look up as it is.
  void use_plain(unsigned unit) const;
  int size_px() const { return size_px_; }

 private:
  int size_px_;
  GlTexture texture_;
  GlSampler compared_, plain_;
  GlFramebuffer framebuffer_;
};

}  // namespace limber
