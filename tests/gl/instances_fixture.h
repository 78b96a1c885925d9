#pragma once

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "gl_fixture.h"
#include "picture.h"
#include "posed_blocks.h"
#include "render/renderer.h"

// For tests of instances in one picture size.

namespace limber {

inline constexpr glm::ivec2 instances_size_px{480, 320};

inline glm::quat turned(float degrees, glm::vec3 axis) {
  return glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
}

class InstancesTest : public GlTest {
 protected:
  Image draw(const DrawList& list, SharedVertices& vertices, const ViewOptions& view = {}) {
    renderer.set_draw_list(list);
    renderer.draw(camera, vertices, view, {}, instances_size_px);
    return read_picture(renderer);
  }
  Image draw(const PosedMeshes& meshes, const ViewOptions& view = {}) {
    SharedVertices vertices(meshes.list.vertex_count, exec);
    meshes.publish(vertices);
    return draw(meshes.list, vertices, view);
  }
  glm::vec3 color_of(const Image& image, glm::vec3 point_m) {
    return color_at(image, glm::vec2(camera.project(point_m, instances_size_px)));
  }
  std::optional<Pick> pick_at(const PosedMeshes& meshes, glm::vec3 point_m) {
    SharedVertices vertices(meshes.list.vertex_count, exec);
    meshes.publish(vertices);
    renderer.set_draw_list(meshes.list);
    return renderer.pick(camera, vertices, glm::vec2(camera.project(point_m, instances_size_px)),
                         instances_size_px);
  }
  static unsigned counted(const std::function<void()>& draw_triangles) {
    unsigned query = 0, count = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_PRIMITIVES_GENERATED, query);
    draw_triangles();
    glEndQuery(GL_PRIMITIVES_GENERATED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
    glDeleteQueries(1, &query);
    return count;
  }
  /// Triangles drawn for a picture, including shadow maps.
  unsigned triangles_drawn(const PosedMeshes& meshes) {
    SharedVertices vertices(meshes.list.vertex_count, exec);
    meshes.publish(vertices);
    renderer.set_draw_list(meshes.list);
    return counted([&] { renderer.draw(camera, vertices, {}, {}, instances_size_px); });
  }

  Exec exec{Backend::serial};
  static Quality quality_of(const Context& drawn_by, const SmallTriangleLimits& small) {
    Quality quality = Quality::for_renderer(drawn_by.info());
    quality.small_triangles = small;
    return quality;
  }

  Renderer renderer{*context, quality_of(*context, {})};
  Camera camera{{0, 0, 0}, 5.0f, 20.0f, 15.0f, 35.0f};
};

/// Fraction of pixels that differ by more than rounding.
inline float difference(const Image& a, const Image& b) {
  int different = 0;
  for (std::size_t i = 0; i < a.rgba8.size(); i += 4) {
    int most = 0;
    for (std::size_t k = 0; k < 3; ++k)
      most = std::max(most, std::abs(a.rgba8[i + k] - b.rgba8[i + k]));
    if (most > 3) ++different;
  }
  return static_cast<float>(different) / static_cast<float>(a.width * a.height);
}

}  // namespace limber
