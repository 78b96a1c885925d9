#pragma once

#include <glm/glm.hpp>
#include <span>

#include "render/instances.h"
#include "render/programs.h"

namespace limber {

/// Draws instances whose triangles are small by compute shaders (shaders/small_triangles.comp).
class SmallTriangles {
 public:
  /// What a picture or a shadow map is made of.
  struct Target {
    Instances::Viewer viewer;
    InstanceView view;
    glm::vec2 nearness;                    ///< as in DepthPyramid
    std::span<const glm::vec2> sample_at;  ///< in a pixel, 0 to 1; for as long as the picture
    bool has_texels;                       ///< of the G-buffer; else depths only
  };
  /// How surfaces look: a mode of shaders/gbuffer.glsl, and the range of its field.
  struct Surface {
    unsigned mode = 0;
    glm::vec2 field_range{0.0f, 1.0f};
  };

  /// Whether OpenGL's buffers can be large enough for a picture or map.
  static bool can_draw(glm::ivec2 size_px, std::size_t samples);
  /// Before a picture; allocates what it needs.
  void begin(const Target& target);
  /// Rasterizes those that were chosen last; the frame's uniform block must be bound.
  void rasterize(const GlProgram& program, const Instances& instances, unsigned vertices,
                 const Surface& surface);
  /// Draws them to the bound framebuffer, whose depths the depth function must compare. Needs an
  /// empty vertex array. program: with TEXELS, as the target has them.
  void merge(const GlProgram& program, const Instances& instances);
  /// Depths so far.
  SmallDepths depths() const { return {nearest_.name(), samples()}; }

 private:
  int samples() const { return static_cast<int>(target_.sample_at.size()); }

  Target target_;
  std::size_t room_ = 0;  ///< in samples
  bool is_empty_ = true;
  GlBuffer nearest_, texels_;
};

}  // namespace limber
