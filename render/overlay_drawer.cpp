#include "render/overlay_drawer.h"

#include <glad/gl.h>

#include <bit>
#include <vector>

#include "render/palette.h"

namespace limber {

namespace {

/// struct Mark of shaders/overlay.vert.
struct Mark {
  glm::vec4 from_m;
  glm::vec4 to_m;
  glm::vec4 color_radius;
};

glm::vec4 packed(const Anchor& anchor, int vertex_count) {
  const int vertex = anchor.vertex < vertex_count ? anchor.vertex : -1;
  return {anchor.position_m, std::bit_cast<float>(vertex)};
}

}  // namespace

void OverlayDrawer::draw(const Overlay& overlay, const GlProgram& program, const MeshDrawer& mesh,
                         unsigned vertices, int vertex_count) {
  std::vector<Mark> all;
  for (const OverlayLine& line : overlay.lines)
    all.push_back({packed(line.from, vertex_count),
                   packed(line.to, vertex_count),
                   {linear_from_srgb(line.color), line.width_px / 2.0f}});
  for (const OverlayPoint& point : overlay.points)
    all.push_back({packed(point.at, vertex_count),
                   packed(point.at, vertex_count),
                   {linear_from_srgb(point.color), point.diameter_px / 2.0f}});
  if (all.empty()) return;
  glNamedBufferData(marks_.name(), static_cast<GLsizeiptr>(all.size() * sizeof(Mark)), all.data(),
                    GL_STREAM_DRAW);
  mesh.use_none();
  glUseProgram(program.name());
  // Without vertices nothing is fetched, but a buffer must be bound.
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, vertices ? vertices : marks_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, marks_.name());
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArrays(GL_TRIANGLES, 0, 6 * static_cast<int>(all.size()));
}

}  // namespace limber
