#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"

namespace limber {

/// Where the key light stands: a direction, unit length.
glm::vec3 direction_to_light();

/// What the key light sees: parallel rays over a square.
struct LightView {
  glm::mat4 texture_from_world;  ///< to texture coordinates and depth, all in [0, 1]
  float across_m = 1.0f;
  float deep_m = 1.0f;
};

/// The light's view of a box and of the shadow that it throws on the plane y = ground_height_m.
LightView light_view(glm::vec3 min_m, glm::vec3 max_m, float ground_height_m);

/// Depth from the key light.
class ShadowMap {
 public:
  explicit ShadowMap(int size_px);
  void bind() const;           ///< to draw into, cleared
  void bind_textures() const;  ///< as shaders/shadow.glsl expects
  int size_px() const { return size_px_; }

 private:
  int size_px_;
  GlTexture compared_;  ///< looked up with a comparison, four texels at once
  GlTexture plain_;     ///< the same texels, looked up as they are
  GlFramebuffer framebuffer_;
};

}  // namespace limber
