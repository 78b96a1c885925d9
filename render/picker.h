#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "render/drawn_scene.h"
#include "render/gl_object.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"

namespace limber {

/// A small picture of numbers, as shaders/pick.frag draws them, around one pixel of a large picture
/// that is never drawn.
class Picker {
 public:
  Picker();

  struct Hit {
    unsigned number = 0;    ///< not 0
    glm::vec2 position_px;  ///< middle of the pixel, from the top left corner of the large picture
    float depth = 0.0f;     ///< as Camera::projection has it
    bool is_pose() const;
  };

  /// Binds the small picture, cleared, so that drawing with the large picture's matrices fills it.
  /// What the large picture would not show is clipped here, too.
  void bind(glm::ivec2 pixel, glm::ivec2 size_px) const;
  /// Surfaces that can be picked, and scenery that hides them.
  void draw(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene) const;
  /// What was drawn nearest to the pixel. Waits for the GPU.
  std::optional<Hit> read(glm::ivec2 pixel) const;
  /// The pose that was hit, or of a triangle the vertex that is nearest to a point. Waits, too.
  int vertex_of(const Hit& hit, const DrawnScene& scene, const glm::vec3& position_m) const;

 private:
  GlTexture numbers_, depth_;
  GlFramebuffer framebuffer_;
};

}  // namespace limber
