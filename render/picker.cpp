#include "render/picker.h"

#include <glad/gl.h>

#include <array>
#include <utility>

#include "render/particle_drawer.h"

namespace limber {

namespace {
constexpr int reach_px = 5;  // pick tolerance for thin objects
constexpr int width_px = 2 * reach_px + 1;

// The bit that shaders/pick.frag sets in the number of a pose.
constexpr unsigned number_of_pose = 0x80000000u;

/// The triangle's published vertex nearest to a point.
int nearest_corner(const DrawnScene& scene, unsigned triangle, const glm::vec3& position_m) {
  glm::uvec3 corners;
  glGetNamedBufferSubData(scene.buffers.triangles.name(),
                          static_cast<GLintptr>(triangle) * sizeof corners, sizeof corners,
                          &corners);
  int nearest = -1;
  float nearest_m = 0.0f;
  for (int k = 0; k < 3; ++k) {
    PublishedVertex vertex;
    glGetNamedBufferSubData(scene.vertices, static_cast<GLintptr>(corners[k]) * sizeof vertex,
                            sizeof vertex, &vertex);
    const float distance_m = glm::distance(vertex.position_m, position_m);
    if (nearest >= 0 && distance_m >= nearest_m) continue;
    nearest_m = distance_m;
    nearest = static_cast<int>(corners[k]);
  }
  return nearest;
}

}  // namespace

Picker::Picker()
    : numbers_(make_texture(GL_TEXTURE_2D)),
      depth_(make_texture(GL_TEXTURE_2D)),
      framebuffer_(make_framebuffer()) {
  glTextureStorage2D(numbers_.name(), 1, GL_R32UI, width_px, width_px);
  glTextureStorage2D(depth_.name(), 1, GL_DEPTH_COMPONENT32F, width_px, width_px);
  glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, numbers_.name(), 0);
  glNamedFramebufferTexture(framebuffer_.name(), GL_DEPTH_ATTACHMENT, depth_.name(), 0);
}

bool Picker::Hit::is_pose() const { return (number & number_of_pose) != 0; }

void Picker::bind(glm::ivec2 pixel, glm::ivec2 size_px) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  const int from_bottom = size_px.y - 1 - pixel.y;
  glViewport(reach_px - pixel.x, reach_px - from_bottom, size_px.x, size_px.y);
  const GLuint nothing = 0;
  const float infinitely_far = 0.0f;
  glClearNamedFramebufferuiv(framebuffer_.name(), GL_COLOR, 0, &nothing);
  glClearNamedFramebufferfv(framebuffer_.name(), GL_DEPTH, 0, &infinitely_far);
}

void Picker::draw(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene) const {
  const SceneBuffers& buffers = scene.buffers;
  glEnable(GL_CLIP_DISTANCE0);  // clips below the ground
  const GlProgram& plain = programs.plain.pick;
  glUseProgram(plain.name());
  if (buffers.triangles) {
    glProgramUniform1ui(plain.name(), 0, 1);
    mesh.use(scene.vertices, buffers.triangles.name());
    mesh.draw(0, buffers.triangle_count);
  }
  if (buffers.scenery_triangles) {
    glProgramUniform1ui(plain.name(), 0, 0);
    mesh.use(buffers.scenery_vertices.name(), buffers.scenery_triangles.name());
    for (const IndexRange& part : buffers.scenery)
      mesh.draw(part.first_triangle, part.triangle_count);
  }
  const GlProgram& instanced = programs.instanced.pick;
  glUseProgram(instanced.name());
  glProgramUniform1ui(instanced.name(), 0, number_of_pose);
  for (const Instances* drawn : {&buffers.moving_scenery, &scene.instances}) {
    if (drawn->empty()) continue;
    drawn->use(Instances::eye, Instances::first, scene.vertices);
    for (const Instances::Part& part : drawn->parts()) drawn->draw(part);
  }
  ParticleDrawer(programs.particles, mesh, scene).draw_to_pick();
  glDisable(GL_CLIP_DISTANCE0);
}

std::optional<Picker::Hit> Picker::read(glm::ivec2 pixel) const {
  std::array<GLuint, width_px * width_px> numbers;
  std::array<float, width_px * width_px> depths;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
  glReadPixels(0, 0, width_px, width_px, GL_RED_INTEGER, GL_UNSIGNED_INT, numbers.data());
  glReadPixels(0, 0, width_px, width_px, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());

  std::optional<Hit> best;
  int best_distance = width_px * width_px;
  for (int row = 0; row < width_px; ++row)
    for (int column = 0; column < width_px; ++column) {
      const int i = row * width_px + column;
      const glm::ivec2 off(column - reach_px, reach_px - row);
      const int distance = off.x * off.x + off.y * off.y;
      if (numbers[i] == 0 || distance > reach_px * reach_px) continue;
      if (distance > best_distance || (distance == best_distance && depths[i] <= best->depth))
        continue;
      best_distance = distance;
      best = Hit{numbers[i], glm::vec2(pixel + off) + 0.5f, depths[i]};
    }
  return best;
}

int Picker::vertex_of(const Hit& hit, const DrawnScene& scene, const glm::vec3& position_m) const {
  if (hit.is_pose()) return static_cast<int>(hit.number & ~number_of_pose);
  return nearest_corner(scene, hit.number - 1, position_m);
}

}  // namespace limber
