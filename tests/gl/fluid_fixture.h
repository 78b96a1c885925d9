#pragma once

#include "gl_fixture.h"
#include "particle_block.h"
#include "picture.h"
#include "publish_copy.h"
#include "render/palette.h"

namespace limber {

constexpr glm::ivec2 fluid_size_px{240, 160}, fluid_middle = fluid_size_px / 2;
constexpr float radius_m = 0.01f;

inline const DrawnFluid clear_fluid{.radius_m = radius_m, .absorption_per_m = glm::vec3(0.0f)};

/// An opaque fluid of this colour.
inline DrawnFluid paint(glm::vec3 color) {
  return {.radius_m = radius_m, .absorption_per_m = glm::vec3(300.0f), .scatter = color};
}

class FluidTest : public GlTest {
 protected:
  Image draw(const ParticleBlocks& blocks, const Camera& camera, const ViewOptions& view = {}) {
    return draw(renderer, blocks, camera, view);
  }
  Image draw(Renderer& with, const ParticleBlocks& blocks, const Camera& camera,
             const ViewOptions& view = {}) {
    SharedVertices published(blocks.list.vertex_count, exec);
    if (!blocks.vertices.empty()) publish_copy(blocks.vertices, published);
    with.set_draw_list(blocks.list);
    with.draw(camera, published, view, {}, fluid_size_px);
    return read_picture(with);
  }
  static glm::vec3 film_at(const Image& image, glm::ivec2 pixel) {
    return linear_from_srgb(color_at(image, glm::vec2(pixel)));
  }
  /// Tone mapping lowers colours that are not too bright by 0.04 (studio.glsl).
  static glm::vec3 light_at(const Image& image, glm::ivec2 pixel) {
    return film_at(image, pixel) + 0.04f;
  }
  static glm::ivec2 pixel_of(const Camera& camera, glm::vec3 point_m) {
    return glm::ivec2(glm::vec2(camera.project(point_m, fluid_size_px)));
  }

  Exec exec{Backend::serial};
  Renderer renderer{*context};
  Camera in_front{{0, 0, 0}, 3.0f, 0.0f, 0.0f, 35.0f};
};

}  // namespace limber
