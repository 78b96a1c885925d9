#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "render/drawn_scene.h"
#include "render/gl_object.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"

namespace limber {

/// A small ID buffer, drawn by shaders/pick.frag, around one pixel of a large picture that is never
/// drawn.
class Picker {
 public:
  Picker();

  struct Hit {
    unsigned number = 0;    ///< not 0
    glm::vec2 position_px;  ///< centre of the pixel, from the top left corner of the large picture
    float depth = 0.0f;     ///< as in Camera::projection
    bool is_pose() const;
  };

  /// Clears and binds the small picture, with a viewport for the large picture's matrices. Geometry
  /// outside the large picture is clipped, too.
  void bind(glm::ivec2 pixel, glm::ivec2 size_px) const;
  /// Draws the surfaces that can be picked, and the scenery that occludes them.
  void draw(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene) const;
  /// The hit nearest to the pixel. Waits for the GPU.
  std::optional<Hit> read(glm::ivec2 pixel) const;
  /// The pose that was hit, or the vertex of the hit triangle nearest to a point. Waits, too.
  int vertex_of(const Hit& hit, const DrawnScene& scene, const glm::vec3& position_m) const;

 private:
  GlTexture numbers_, depth_;
  GlFramebuffer framebuffer_;
};

}  // namespace limber
