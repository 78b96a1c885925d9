#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"

namespace limber {

/// An orthographic view of a square area, as for a directional light.
struct ParallelView {
  glm::mat4 texture_from_world{1.0f};  ///< to texture coordinates and depth, all in [0, 1]
  glm::mat4 clip_from_world() const;   ///< for drawing
  float across_m = 1.0f;
  float deep_m = 1.0f;
};

/// The view of a box and of its shadow on the plane y = ground_height_m, from a unit direction not
/// below the horizon.
ParallelView parallel_view(glm::vec3 direction, glm::vec3 min_m, glm::vec3 max_m,
                           float ground_height_m);

/// Depth map of a ParallelView.
class ShadowMap {
 public:
  explicit ShadowMap(int size_px);
  void bind() const;  ///< clears it and binds it for drawing
  /// Binds it for comparison lookups, filtering four texels. The sampler stays bound to the unit.
  void use_compared(unsigned unit) const;
  /// Binds it for plain lookups.
  void use_plain(unsigned unit) const;
  unsigned depths() const { return texture_.name(); }
  int size_px() const { return size_px_; }

 private:
  int size_px_;
  GlTexture texture_;
  GlSampler compared_, plain_;
  GlFramebuffer framebuffer_;
};

}  // namespace limber
