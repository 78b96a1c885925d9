#include "render/renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>

#include "kernels/error.h"
#include "render/dispatch.h"
#include "render/fluid_shade.h"
#include "render/fluid_surface.h"
#include "render/frame_uniforms.h"
#include "render/instance_passes.h"
#include "render/lens.h"
#include "render/lighting.h"
#include "render/magnified.h"
#include "render/mesh_drawer.h"
#include "render/overlay_drawer.h"
#include "render/particle_drawer.h"
#include "render/picker.h"
#include "render/programs.h"
#include "render/scene_buffers.h"
#include "render/shadow_drawer.h"
#include "render/shadow_map.h"
#include "render/surface_drawer.h"
#include "render/targets.h"
#include "render/transparent_drawer.h"

namespace limber {

namespace {

/// Sets OpenGL's state for drawing; restores the defaults at the end, also after an exception.
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
    glDisable(GL_DITHER);  // the G-buffer holds numbers
    glEnable(GL_FRAMEBUFFER_SRGB);
  }
  ~DrawingState() {
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    glEnable(GL_DITHER);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindVertexArray(0);
    glUseProgram(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }
  DrawingState(const DrawingState&) = delete;
  DrawingState& operator=(const DrawingState&) = delete;
};

InstanceView view_of(const ShadowMap& map, const ParallelView& view) {
  return {view.clip_from_world(), static_cast<float>(map.size_px()) / view.across_m,
          glm::ivec2(map.size_px())};
}

/// Resolution divisor of low quality, per direction.
constexpr int low_quality_pixel_px = 2;

}  // namespace

struct Renderer::Parts {
  Parts(const Quality& wanted, const std::filesystem::path& shader_sources)
      : quality(wanted),
        shaders(shader_sources),
        programs(read_embedded_shader),
        shadow_map(wanted.shadow_map_px),
        sky_map(wanted.shadow_map_px / 4),
        fluid_shade(wanted.fluid_shade_px),
        canvases{DrawnOn(wanted), DrawnOn(wanted)} {
    glNamedBufferStorage(uniforms.name(), sizeof(FrameUniforms), nullptr, GL_DYNAMIC_STORAGE_BIT);
  }

  /// Everything that depends on the picture's size.
  struct DrawnOn {
    explicit DrawnOn(const Quality& quality)
        : fluid_surface(quality.fluid_pairs, quality.fluid_mirror_steps) {}
    Targets targets;
    FluidSurface fluid_surface;
    TransparentDrawer transparent;
    LensBlur lens;
    Magnified magnified;
    InstancePasses passes;
  };

  void use(QualityLevel wanted);
  void look(const Camera& camera, const ViewOptions& view, glm::ivec2 size_px);
  Instances& instances(const ViewOptions& view);
  void choose_instances(Instances& instances, unsigned vertices, Instances::Viewer eye);
  void draw_map(const ShadowMap& map, const ParallelView& view, Instances::Viewer viewer,
                InstancePasses& passes, Instances& instances, const DrawnScene& drawn,
                bool particles);
  void draw_surfaces(DrawnOn& canvas, Instances& instances, const DrawnScene& drawn,
                     const ViewOptions& view);
  /// small: which instances are left to compute shaders.
  Instances::Choice choice(unsigned vertices, const SmallTriangleLimits& small = {}) const {
    return {programs.choose_instances, vertices, quality.level_tolerance_px, small};
  }
  void limit_small_triangles(const Targets& targets, const ViewOptions& view, Canvas canvas);
  void make_picture(const DrawnScene& drawn, const Camera& camera, const ViewOptions& view,
                    DrawnOn& canvas);
  void cut_out(const Targets& targets);
  DrawnOn& on(Canvas canvas) { return canvases[static_cast<int>(canvas)]; }
  unsigned checked_front(SharedVertices& vertices);

  Quality quality;
  /// The renderer, if the view chooses the quality level.
  std::optional<ContextInfo> drawn_by;
  QualityLevel level = QualityLevel::medium;
  PictureTimer timer;
  GlFence newest, before;  ///< of the last two pictures
  ShaderFolder shaders;
  Programs programs;
  ShadowMap shadow_map, sky_map;
  InstancePasses shadow_passes, sky_passes;
  FluidShade fluid_shade;
  SceneBuffers scene;
  std::array<DrawnOn, 2> canvases;
  Lighting lighting;
  Picker picker;
  MeshDrawer mesh;
  OverlayDrawer overlay;
  GlBuffer uniforms = make_buffer();
  FrameViews views;
  SmallTriangleLimits small, small_in_maps;  ///< of this picture
};

Renderer::Renderer(const Context& context, const std::filesystem::path& shader_sources)
    : Renderer(context, Quality::for_renderer(context.info()), shader_sources) {
  parts_->drawn_by = context.info();
}

Renderer::Renderer(const Context&, const Quality& quality,
                   const std::filesystem::path& shader_sources)
    : parts_(std::make_unique<Parts>(quality, shader_sources)) {}

Renderer::~Renderer() = default;

const Quality& Renderer::quality() const { return parts_->quality; }

void Renderer::set_draw_list(const DrawList& list) { parts_->scene = SceneBuffers(list); }

/// Discards the canvases' content.
void Renderer::Parts::use(QualityLevel wanted) {
  if (!drawn_by || level == wanted) return;
  const Quality other = Quality::for_renderer(*drawn_by, wanted);
  shadow_map = ShadowMap(other.shadow_map_px);
  sky_map = ShadowMap(other.shadow_map_px / 4);
  fluid_shade = FluidShade(other.fluid_shade_px);
  canvases = {DrawnOn(other), DrawnOn(other)};
  quality = other;
  level = wanted;
}

unsigned Renderer::Parts::checked_front(SharedVertices& vertices) {
  if (vertices.size() != 0 && vertices.size() != scene.vertex_count)
    throw Error(ExitCode::bad_input, "a scene of " + std::to_string(scene.vertex_count) +
                                         " vertices cannot be drawn from a buffer of " +
                                         std::to_string(vertices.size()));
  return vertices.front();
}

void Renderer::Parts::look(const Camera& camera, const ViewOptions& view, glm::ivec2 size_px) {
  views = FrameViews(scene, camera, view.look, size_px);
  const FrameUniforms frame = frame_uniforms(scene, views, camera, view, quality, size_px);
  glNamedBufferSubData(uniforms.name(), 0, sizeof frame, &frame);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, uniforms.name());
}

Instances& Renderer::Parts::instances(const ViewOptions& view) {
  const bool as_spheres = view.spheres || scene.bodies.empty();
  return as_spheres && !scene.spheres.empty() ? scene.spheres : scene.bodies;
}

void Renderer::Parts::limit_small_triangles(const Targets& targets, const ViewOptions& view,
                                            Canvas canvas) {
  small = small_in_maps = quality.small_triangles;
  // Films do not depend on the pictures before.
  if (canvas == Canvas::film) small.min_of_all_bodies = small_in_maps.min_of_all_bodies = 0;
  // Maps have one sample and one dispatch, so that even bodies of a few triangles are worth it.
  small_in_maps.min_of_body = 0;
  const bool fit = SmallTriangles::can_draw(targets.size_px(), targets.sample_positions().size());
  if (view.mode == ViewMode::wireframe || !fit) small = {};
  if (!SmallTriangles::can_draw(glm::ivec2(shadow_map.size_px()), 1)) small_in_maps = {};
}

void Renderer::Parts::choose_instances(Instances& instances, unsigned vertices,
                                       Instances::Viewer eye) {
  if (!vertices) return;
  const auto choose = [&](Instances::Viewer viewer, const InstanceView& seen,
                          const Instances::Choice& chosen) {
    scene.moving_scenery.choose_all(viewer, seen, choice(vertices));
    if (instances.are_many())
      instances.choose_first(viewer, seen, chosen);
    else
      instances.choose_all(viewer, seen, chosen);
  };
  choose(Instances::light, view_of(shadow_map, views.light), choice(vertices, small_in_maps));
  choose(Instances::sky, view_of(sky_map, views.sky), choice(vertices, small_in_maps));
  choose(eye, views.eye, choice(vertices, small));
  Instances::ready();
}

void Renderer::Parts::draw_map(const ShadowMap& map, const ParallelView& view,
                               Instances::Viewer viewer, InstancePasses& passes,
                               Instances& instances, const DrawnScene& drawn, bool particles) {
  static constexpr glm::vec2 middle_of_pixel[] = {glm::vec2(0.5f)};
  glDepthFunc(GL_LESS);
  passes.draw(
      programs, mesh,
      {viewer, view_of(map, view), DepthPyramid::not_reversed, middle_of_pixel, false},
      {instances, choice(drawn.vertices, small_in_maps), map.depths()},
      [&] { draw_shadows(programs, mesh, drawn, map, view, viewer, particles); },
      [&] { draw_shadows_of_rest(programs, drawn, viewer); });
  glDepthFunc(GL_GEQUAL);
}

void Renderer::Parts::draw_surfaces(DrawnOn& canvas, Instances& instances, const DrawnScene& drawn,
                                    const ViewOptions& view) {
  const Targets& targets = canvas.targets;
  const SurfaceDrawer drawer(programs, mesh, drawn);
  targets.bind_surfaces();
  canvas.passes.draw(
      programs, mesh,
      {drawn.eye, views.eye, DepthPyramid::reversed, targets.sample_positions(), true},
      {instances,
       choice(drawn.vertices, small),
       targets.depth(),
       {static_cast<unsigned>(drawer.mode_of_bodies(view)), field_range(view, scene)}},
      [&] { drawer.draw(view); }, [&] { drawer.draw_rest(view); });
}

void Renderer::Parts::make_picture(const DrawnScene& drawn, const Camera& camera,
                                   const ViewOptions& view, DrawnOn& canvas) {
  const bool fluids = drawn.vertices && shows_fluid_surfaces(view, scene);
  if (fluids) {
    fluid_shade.make(programs.fluid, scene.fluids, drawn.vertices);
    timer.end_of("fluids");
  }
  shadow_map.use_compared(0);
  shadow_map.use_plain(1);
  sky_map.use_plain(2);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, scene.materials.name());
  lighting.make_picture(programs, canvas.targets);
  timer.end_of("lighting");
  if (fluids) {
    canvas.fluid_surface.draw(programs.fluid, mesh, drawn, canvas.targets);
    timer.end_of("fluids");
  }
  if (scene.has_transparent) {
    canvas.transparent.draw(
        programs, mesh, drawn, canvas.targets,
        {.bodies = mode_of(view, scene) == SurfaceMode::shaded, .fluids = fluids});
    timer.end_of("transparent surfaces");
  }
  if (view.look.lens.aperture > 0.0f) {
    canvas.lens.draw(programs.lens, canvas.targets, camera, view.look.lens, fluids,
                     quality.lens_taps);
    timer.end_of("depth of field");
  }
  if (!view.surroundings) cut_out(canvas.targets);
  for (const unsigned unit : {0u, 1u, 2u}) glBindSampler(unit, 0);
}

void Renderer::Parts::cut_out(const Targets& targets) {
  glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  glBindImageTexture(0, targets.encoded_picture(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);
  glUseProgram(programs.cut_out.name());
  dispatch_pixels(targets.size_px());
  glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);
}

void Renderer::draw(const Camera& camera, SharedVertices& vertices, const ViewOptions& view,
                    const Overlay& overlay, glm::ivec2 size_px,
                    std::span<const DrawnFluidMesh> fluid_meshes, Canvas canvas) {
  Parts& p = *parts_;
  p.use(view.quality);
  Parts::DrawnOn& drawn_on = p.on(canvas);
  Targets& targets = drawn_on.targets;
  size_px = glm::max(size_px, glm::ivec2(1));
  const unsigned front = p.checked_front(vertices);
  const int times = p.level == QualityLevel::low ? low_quality_pixel_px : 1;
  const glm::ivec2 drawn_px = (size_px + times - 1) / times;
  ViewOptions drawn_view = view;
  drawn_view.pixel_scale /= static_cast<float>(times);
  targets.fit(drawn_px, p.quality.samples);
  const DrawingState state;
  p.look(camera, drawn_view, drawn_px);
  p.timer.begin();
  Instances& instances = p.instances(view);
  const Instances::Viewer eye = canvas == Canvas::film ? Instances::eye_of_film : Instances::eye;
  p.limit_small_triangles(targets, view, canvas);
  p.choose_instances(instances, front, eye);
  p.timer.end_of("culling and levels of detail");
  if (!fluid_meshes.empty() && fluid_meshes.size() != p.scene.fluids.parts().size())
    throw Error(ExitCode::bad_input, "a scene of " + std::to_string(p.scene.fluids.parts().size()) +
                                         " fluids cannot be drawn from " +
                                         std::to_string(fluid_meshes.size()) + " meshes");
  const DrawnScene scene{p.scene, instances, front, eye, fluid_meshes};
  const bool fluids_as_surfaces = shows_fluid_surfaces(view, p.scene);
  p.draw_map(p.shadow_map, p.views.light, Instances::light, p.shadow_passes, instances, scene,
             !fluids_as_surfaces);
  p.timer.end_of("shadow map");
  p.draw_map(p.sky_map, p.views.sky, Instances::sky, p.sky_passes, instances, scene,
             !fluids_as_surfaces);
  p.timer.end_of("sky map");
  p.draw_surfaces(drawn_on, instances, scene, view);
  p.timer.end_of("surfaces");
  p.make_picture(scene, camera, view, drawn_on);
  targets.bind_picture();
  p.overlay.draw(overlay, p.programs.overlay, p.mesh, front, front ? p.scene.vertex_count : 0);
  if (times > 1) drawn_on.magnified.draw(targets.frame(), size_px);
  p.timer.end_of("lines and points");
  std::swap(p.before, p.newest);
  p.newest.place();
}

void Renderer::time_stages(bool wanted) { parts_->timer.enable(wanted); }

const std::vector<StageTime>& Renderer::stages() { return parts_->timer.stages(); }

void Renderer::wait_for_the_picture_before() { parts_->before.wait(); }

ResolvedFrame Renderer::frame(Canvas canvas) const {
  const Parts::DrawnOn& drawn_on = parts_->on(canvas);
  const ResolvedFrame& magnified = drawn_on.magnified.frame();
  return magnified.width > 0 ? magnified : drawn_on.targets.frame();
}

void Renderer::free(Canvas canvas) { parts_->on(canvas) = Parts::DrawnOn(parts_->quality); }

void Renderer::present(glm::ivec2 framebuffer_px, glm::ivec2 low_px, glm::ivec2 high_px) {
  const ResolvedFrame from = frame();
  if (from.width == 0 || framebuffer_px.x <= 0 || framebuffer_px.y <= 0) return;
  const bool same_size = high_px - low_px == glm::ivec2(from.width, from.height);
  // The bytes are already sRGB; copies them unchanged.
  glDisable(GL_FRAMEBUFFER_SRGB);
  glBlitNamedFramebuffer(from.framebuffer, 0, 0, 0, from.width, from.height, low_px.x,
                         framebuffer_px.y - high_px.y, high_px.x, framebuffer_px.y - low_px.y,
                         GL_COLOR_BUFFER_BIT, same_size ? GL_NEAREST : GL_LINEAR);
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
  p.look(camera, {}, size_px);
  Instances& instances = p.instances({});
  for (Instances* chosen : {&instances, &p.scene.moving_scenery})
    chosen->choose_all(Instances::eye, p.views.eye, p.choice(front));
  Instances::ready();
  const DrawnScene scene{p.scene, instances, front};
  p.picker.bind(pixel, size_px);
  p.picker.draw(p.programs, p.mesh, scene);
  const std::optional<Picker::Hit> hit = p.picker.read(pixel);
  if (!hit) return std::nullopt;

  Pick pick;
  pick.depth_m = camera.near_m() / hit->depth;
  pick.position_m = camera.unproject(hit->position_px, pick.depth_m, size_px);
  pick.is_pose = hit->is_pose();
  pick.vertex = p.picker.vertex_of(*hit, scene, pick.position_m);
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
