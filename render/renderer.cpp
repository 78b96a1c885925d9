#include "render/renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "kernels/error.h"
#include "render/frame_uniforms.h"
#include "render/mesh_drawer.h"
#include "render/overlay_drawer.h"
#include "render/picker.h"
#include "render/programs.h"
#include "render/scene_buffers.h"
#include "render/shadow_map.h"
#include "render/targets.h"

namespace limber {

namespace {

// How shaders/surface.frag colours a surface.
enum class SurfaceMode { shaded = 0, wireframe = 1, dim = 2, scalar = 3, by_body = 4 };

// The bit that shaders/pick.frag sets in the number of a pose.
constexpr unsigned number_of_pose = 0x80000000u;

/// OpenGL's state while Limber draws; the defaults come back at the end, also after an error.
class DrawingState {
 public:
  DrawingState() {
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GEQUAL);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_FRAMEBUFFER_SRGB);
  }
  ~DrawingState() {
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindVertexArray(0);
    glUseProgram(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }
  DrawingState(const DrawingState&) = delete;
  DrawingState& operator=(const DrawingState&) = delete;
};

}  // namespace

namespace {

/// Computing cards draw with a few of their multiprocessors only.
bool draws_with_little(const ContextInfo& info) {
  for (const char* card : {"A100", "H100", "H200", "GH200", "B200", "B100"})
    if (info.renderer.find(card) != std::string::npos) return true;
  return false;
}

}  // namespace

Quality Quality::for_renderer(const ContextInfo& info) {
  if (info.is_software) return {std::min(4, info.max_samples), 2048, 8, 6, 1.5f};
  if (draws_with_little(info)) return {std::min(4, info.max_samples), 2048, 24, 12};
  return {std::min(8, info.max_samples), 4096, 32, 16};
}

struct Renderer::Parts {
  Parts(const Quality& wanted, const std::filesystem::path& shader_sources)
      : quality(wanted),
        shaders(shader_sources),
        programs(read_embedded_shader),
        shadow_map(wanted.shadow_map_px),
        sky_map(wanted.shadow_map_px / 4) {
    glNamedBufferStorage(uniforms.name(), sizeof(FrameUniforms), nullptr, GL_DYNAMIC_STORAGE_BIT);
  }

  void set_uniforms(const Camera& camera, const ViewOptions& view, glm::ivec2 size_px);
  Instances& instances(const ViewOptions& view);
  void choose_instances(Instances& instances, unsigned vertices);
  void draw_shadows(unsigned vertices, const ShadowMap& map, const ParallelView& view,
                    const Instances& instances, Instances::Viewer viewer);
  void draw_surfaces(unsigned vertices, const ViewOptions& view);
  void draw_own_surfaces(unsigned vertices, SurfaceMode mode);
  void draw_instances(const Instances& instances, unsigned vertices, SurfaceMode mode);
  void draw_scenery(unsigned vertices);
  SurfaceMode mode_of(const ViewOptions& view) const;
  void draw_numbers(unsigned vertices, const Instances& instances);
  int nearest_corner(unsigned vertices, unsigned triangle, const glm::vec3& position_m) const;
  void draw_surroundings();
  void draw_constraints(unsigned vertices, const ViewOptions& view);
  void set_material(const GlProgram& program, const Material& material, SurfaceMode mode);
  unsigned checked_front(SharedVertices& vertices);

  Quality quality;
  GlFence newest, before;  ///< of the last two pictures
  ShaderFolder shaders;
  Programs programs;
  ShadowMap shadow_map, sky_map;
  SceneBuffers scene;
  Targets targets;
  Picker picker;
  MeshDrawer mesh;
  OverlayDrawer overlay;
  GlBuffer uniforms = make_buffer();
  ParallelView light, sky;
  InstanceView eye;
  bool eye_above_ground = true;
};

Renderer::Renderer(const Context& context)
    : Renderer(context, Quality::for_renderer(context.info())) {}

Renderer::Renderer(const Context&, const Quality& quality,
                   const std::filesystem::path& shader_sources)
    : parts_(std::make_unique<Parts>(quality, shader_sources)) {}

Renderer::~Renderer() = default;

const Quality& Renderer::quality() const { return parts_->quality; }

void Renderer::set_draw_list(const DrawList& list) { parts_->scene = SceneBuffers(list); }

unsigned Renderer::Parts::checked_front(SharedVertices& vertices) {
  if (vertices.size() != 0 && vertices.size() != scene.vertex_count)
    throw Error(ExitCode::bad_input, "a scene of " + std::to_string(scene.vertex_count) +
                                         " vertices cannot be drawn from a buffer of " +
                                         std::to_string(vertices.size()));
  return vertices.front();
}

void Renderer::Parts::set_uniforms(const Camera& camera, const ViewOptions& view,
                                   glm::ivec2 size_px) {
  const float aspect = static_cast<float>(size_px.x) / static_cast<float>(size_px.y);
  const float half_height = std::tan(glm::radians(camera.fov_deg) / 2.0f);
  const glm::vec3 middle_m = (scene.bounds_min_m + scene.bounds_max_m) / 2.0f;
  const float radius_m =
      std::max(glm::length(scene.bounds_max_m - scene.bounds_min_m) / 2.0f, 1e-3f);
  // What moves may leave the box in which it starts.
  const glm::vec3 room_m(0.3f * radius_m);
  glm::vec3 low_m = scene.bounds_min_m - room_m, high_m = scene.bounds_max_m + room_m;
  if (scene.ground) low_m.y = std::min(scene.bounds_min_m.y, scene.ground_height_m);
  const float floor_m = scene.ground ? scene.ground_height_m : low_m.y;
  light = parallel_view(direction_to_light(), low_m, high_m, floor_m);
  sky = parallel_view({0.0f, 1.0f, 0.0f}, low_m, high_m, floor_m);
  constexpr float sky_radii = 0.3f;
  const float grid_m = std::pow(10.0f, std::floor(std::log10(radius_m)));
  constexpr float ground_radii = 16.0f;

  FrameUniforms frame;
  frame.clip_from_world = camera.projection(aspect) * camera.view();
  eye = {frame.clip_from_world, static_cast<float>(size_px.y) / (2.0f * half_height)};
  frame.shadow_from_world = light.texture_from_world;
  frame.sky_from_world = sky.texture_from_world;
  frame.eye_m = {camera.eye_m(), camera.near_m()};
  frame.ray_right = {camera.right() * half_height * aspect, 0.0f};
  frame.ray_up = {camera.up() * half_height, 0.0f};
  frame.ray_forward = {camera.forward(), 0.0f};
  frame.to_light = {direction_to_light(),
                    light.across_m / static_cast<float>(shadow_map.size_px())};
  frame.shadow = {light.across_m, light.deep_m, static_cast<float>(quality.shadow_taps),
                  static_cast<float>(shadow_map.size_px())};
  frame.sky = {sky.deep_m, sky_radii * radius_m, static_cast<float>(quality.sky_taps), 0.0f};
  frame.ground_center_m = {middle_m.x, scene.ground_height_m, middle_m.z,
                           ground_radii * std::max(radius_m, camera.distance_m / 4.0f)};
  frame.picture = {size_px, view.pixel_scale, view.ground_grid ? grid_m : 0.0f};
  glNamedBufferSubData(uniforms.name(), 0, sizeof frame, &frame);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, uniforms.name());
  eye_above_ground = camera.eye_m().y > scene.ground_height_m;
}

Instances& Renderer::Parts::instances(const ViewOptions& view) {
  const bool as_spheres = view.spheres || scene.bodies.empty();
  return as_spheres && !scene.spheres.empty() ? scene.spheres : scene.bodies;
}

void Renderer::Parts::choose_instances(Instances& instances, unsigned vertices) {
  if (!vertices) return;
  const auto choose = [&](Instances::Viewer viewer, const InstanceView& view) {
    for (Instances* chosen : {&instances, &scene.moving_scenery})
      chosen->choose(viewer, view, quality.level_tolerance_px, programs.choose_instances, vertices);
  };
  const auto texels_per_m = [](const ShadowMap& map, const ParallelView& view) {
    return static_cast<float>(map.size_px()) / view.across_m;
  };
  choose(Instances::light, {light.clip_from_world(), texels_per_m(shadow_map, light)});
  choose(Instances::sky, {sky.clip_from_world(), texels_per_m(sky_map, sky)});
  choose(Instances::eye, eye);
  Instances::ready();
}

void Renderer::Parts::draw_shadows(unsigned vertices, const ShadowMap& map,
                                   const ParallelView& view, const Instances& instances,
                                   Instances::Viewer viewer) {
  map.bind();
  glDepthFunc(GL_LESS);
  const glm::mat4 clip_from_world = view.clip_from_world();
  for (const GlProgram* program : {&programs.plain.shadow, &programs.instanced.shadow})
    glProgramUniformMatrix4fv(program->name(), 0, 1, GL_FALSE, &clip_from_world[0][0]);
  glUseProgram(programs.plain.shadow.name());
  if (vertices && scene.triangles) {
    mesh.use(vertices, scene.triangles.name());
    mesh.draw(0, scene.triangle_count);
  }
  if (!scene.scenery.empty() && scene.scenery_triangles) {
    mesh.use(scene.scenery_vertices.name(), scene.scenery_triangles.name());
    for (const IndexRange& part : scene.scenery)
      mesh.draw(part.first_triangle, part.triangle_count);
  }
  if (vertices) {
    glUseProgram(programs.instanced.shadow.name());
    for (const Instances& drawn : {std::cref(instances), std::cref(scene.moving_scenery)}) {
      drawn.use(viewer, vertices);
      drawn.draw_all();
    }
  }
  glDepthFunc(GL_GEQUAL);
}

void Renderer::Parts::set_material(const GlProgram& program, const Material& material,
                                   SurfaceMode mode) {
  const glm::vec3 front = material.front_color, back = material.back_color;
  glProgramUniform4f(program.name(), 0, front.x, front.y, front.z, material.roughness);
  glProgramUniform4f(program.name(), 1, back.x, back.y, back.z, material.translucency);
  glProgramUniform1i(program.name(), 2, static_cast<int>(mode));
  glProgramUniform1f(program.name(), 5, material.mottling);
}

SurfaceMode Renderer::Parts::mode_of(const ViewOptions& view) const {
  const bool has_field = view.field >= 0 && view.field < static_cast<int>(scene.fields.size());
  if (view.mode == ViewMode::wireframe) return SurfaceMode::wireframe;
  if (view.mode == ViewMode::constraint_colors) return SurfaceMode::dim;
  if (view.mode == ViewMode::scalar_field && has_field) return SurfaceMode::scalar;
  return SurfaceMode::shaded;
}

void Renderer::Parts::draw_surfaces(unsigned vertices, const ViewOptions& view) {
  glBindTextureUnit(0, shadow_map.compared_texture());
  glBindTextureUnit(1, shadow_map.plain_texture());
  glBindTextureUnit(2, sky_map.plain_texture());
  const SurfaceMode mode = mode_of(view);
  if (mode == SurfaceMode::scalar) {
    const ScalarField& field = scene.fields[view.field];
    const float high = field.high == field.low ? field.low + 1.0f : field.high;
    for (const GlProgram* program : {&programs.plain.surface, &programs.instanced.surface})
      glProgramUniform2f(program->name(), 3, field.low, high);
  }
  if (vertices) {
    draw_own_surfaces(vertices, mode);
    draw_instances(instances(view), vertices, mode);
  }
  draw_scenery(vertices);
}

void Renderer::Parts::draw_own_surfaces(unsigned vertices, SurfaceMode mode) {
  if (!scene.triangles) return;
  const bool lines = mode == SurfaceMode::wireframe;
  const GlProgram& program = lines ? programs.plain.wireframe : programs.plain.surface;
  glUseProgram(program.name());
  if (lines) {
    mesh.use_none();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, vertices);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, scene.triangles.name());
  } else {
    mesh.use(vertices, scene.triangles.name());
  }
  for (const IndexRange& part : scene.parts) {
    set_material(program, part.material, mode);
    if (lines)
      glDrawArrays(GL_TRIANGLES, 3 * part.first_triangle, 3 * part.triangle_count);
    else
      mesh.draw(part.first_triangle, part.triangle_count);
  }
}

void Renderer::Parts::draw_instances(const Instances& instances, unsigned vertices,
                                     SurfaceMode mode) {
  const bool lines = mode == SurfaceMode::wireframe;
  const GlProgram& program = lines ? programs.instanced.wireframe : programs.instanced.surface;
  if (&instances == &scene.spheres && mode == SurfaceMode::shaded) mode = SurfaceMode::by_body;
  glUseProgram(program.name());
  instances.use(Instances::eye, vertices, lines);
  for (const Instances::Part& part : instances.parts()) {
    set_material(program, part.material, mode);
    glProgramUniform2i(program.name(), 4, part.first_pose, part.poses_a_body);
    instances.draw(part);
  }
}

void Renderer::Parts::draw_scenery(unsigned vertices) {
  if (scene.scenery_triangles) {
    glUseProgram(programs.plain.surface.name());
    mesh.use(scene.scenery_vertices.name(), scene.scenery_triangles.name());
    for (const IndexRange& part : scene.scenery) {
      set_material(programs.plain.surface, part.material, SurfaceMode::shaded);
      mesh.draw(part.first_triangle, part.triangle_count);
    }
  }
  if (vertices) draw_instances(scene.moving_scenery, vertices, SurfaceMode::shaded);
}

void Renderer::Parts::draw_numbers(unsigned vertices, const Instances& instances) {
  const GlProgram& plain = programs.plain.pick;
  glUseProgram(plain.name());
  if (scene.triangles) {
    glProgramUniform1ui(plain.name(), 0, 1);
    mesh.use(vertices, scene.triangles.name());
    mesh.draw(0, scene.triangle_count);
  }
  if (scene.scenery_triangles) {
    glProgramUniform1ui(plain.name(), 0, 0);
    mesh.use(scene.scenery_vertices.name(), scene.scenery_triangles.name());
    for (const IndexRange& part : scene.scenery)
      mesh.draw(part.first_triangle, part.triangle_count);
  }
  const GlProgram& instanced = programs.instanced.pick;
  glUseProgram(instanced.name());
  using Flagged = std::pair<const Instances*, unsigned>;
  for (const auto& [drawn, flag] :
       {Flagged(&scene.moving_scenery, 0), Flagged(&instances, number_of_pose)}) {
    glProgramUniform1ui(instanced.name(), 0, flag);
    drawn->use(Instances::eye, vertices);
    drawn->draw_all();
  }
}

int Renderer::Parts::nearest_corner(unsigned vertices, unsigned triangle,
                                    const glm::vec3& position_m) const {
  glm::uvec3 corners;
  glGetNamedBufferSubData(scene.triangles.name(), static_cast<GLintptr>(triangle) * sizeof corners,
                          sizeof corners, &corners);
  int nearest = -1;
  float nearest_m = 0.0f;
  for (int k = 0; k < 3; ++k) {
    PublishedVertex vertex;
    glGetNamedBufferSubData(vertices, static_cast<GLintptr>(corners[k]) * sizeof vertex,
                            sizeof vertex, &vertex);
    const float distance_m = glm::distance(vertex.position_m, position_m);
    if (nearest >= 0 && distance_m >= nearest_m) continue;
    nearest_m = distance_m;
    nearest = static_cast<int>(corners[k]);
  }
  return nearest;
}

void Renderer::Parts::draw_surroundings() {
  mesh.use_none();
  if (scene.ground && eye_above_ground) {
    glUseProgram(programs.ground.name());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
  glUseProgram(programs.background.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Renderer::Parts::draw_constraints(unsigned vertices, const ViewOptions& view) {
  const bool there =
      view.constraint_lines >= 0 && view.constraint_lines < static_cast<int>(scene.lines.size());
  if (view.mode != ViewMode::constraint_colors || !there || !vertices) return;
  const LineBuffer& lines = scene.lines[view.constraint_lines];
  if (lines.count == 0) return;
  mesh.use_none();
  glUseProgram(programs.constraints.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, vertices);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, lines.lines.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, lines.palette.name());
  glDrawArrays(GL_TRIANGLES, 0, 6 * lines.count);
}

void Renderer::draw(const Camera& camera, SharedVertices& vertices, const ViewOptions& view,
                    const Overlay& overlay, glm::ivec2 size_px) {
  Parts& p = *parts_;
  size_px = glm::max(size_px, glm::ivec2(1));
  const unsigned front = p.checked_front(vertices);
  p.targets.fit(size_px, p.quality.samples);
  const DrawingState state;
  p.set_uniforms(camera, view, size_px);
  Instances& instances = p.instances(view);
  p.choose_instances(instances, front);
  p.draw_shadows(front, p.shadow_map, p.light, instances, Instances::light);
  p.draw_shadows(front, p.sky_map, p.sky, instances, Instances::sky);
  p.targets.bind();
  const float infinitely_far = 0.0f;
  glClearBufferfv(GL_DEPTH, 0,
                  &infinitely_far);  // the background covers what is left of the colour
  p.draw_surfaces(front, view);
  p.draw_surroundings();
  p.draw_constraints(front, view);
  p.overlay.draw(overlay, p.programs.overlay, p.mesh, front, front ? p.scene.vertex_count : 0);
  p.targets.resolve();
  std::swap(p.before, p.newest);
  p.newest.place();
}

void Renderer::wait_for_the_picture_before() { parts_->before.wait(); }

ResolvedFrame Renderer::frame() const { return parts_->targets.frame(); }

void Renderer::present(glm::ivec2 framebuffer_px) {
  const ResolvedFrame from = frame();
  if (from.width == 0 || framebuffer_px.x <= 0 || framebuffer_px.y <= 0) return;
  const bool same_size = framebuffer_px == glm::ivec2(from.width, from.height);
  // The bytes are sRGB already, and the window takes them as they are.
  glDisable(GL_FRAMEBUFFER_SRGB);
  glBlitNamedFramebuffer(from.framebuffer, 0, 0, 0, from.width, from.height, 0, 0, framebuffer_px.x,
                         framebuffer_px.y, GL_COLOR_BUFFER_BIT, same_size ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, framebuffer_px.x, framebuffer_px.y);
}

std::optional<Pick> Renderer::pick(const Camera& camera, SharedVertices& vertices,
                                   glm::vec2 position_px, glm::ivec2 size_px) {
  Parts& p = *parts_;
  const glm::ivec2 pixel(glm::floor(position_px));
  const bool in_picture =
      pixel.x >= 0 && pixel.y >= 0 && pixel.x < size_px.x && pixel.y < size_px.y;
  const unsigned front = p.checked_front(vertices);
  if (!in_picture || !front) return std::nullopt;

  const DrawingState state;
  p.set_uniforms(camera, {}, size_px);
  Instances& instances = p.instances({});
  for (Instances* chosen : {&instances, &p.scene.moving_scenery})
    chosen->choose(Instances::eye, p.eye, p.quality.level_tolerance_px, p.programs.choose_instances,
                   front);
  Instances::ready();
  p.picker.bind(pixel, size_px);
  p.draw_numbers(front, instances);
  const std::optional<Picker::Hit> hit = p.picker.read(pixel);
  if (!hit) return std::nullopt;

  Pick pick;
  pick.depth_m = camera.near_m() / hit->depth;
  pick.position_m = camera.unproject(hit->position_px, pick.depth_m, size_px);
  pick.vertex = hit->number & number_of_pose
                    ? static_cast<int>(hit->number & ~number_of_pose)
                    : p.nearest_corner(front, hit->number - 1, pick.position_m);
  return pick;
}

bool Renderer::shaders_changed() { return parts_->shaders.changed(); }

std::string Renderer::reload_shaders() {
  try {
    parts_->programs =
        Programs([this](const std::string& name) { return parts_->shaders.read(name); });
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace limber
