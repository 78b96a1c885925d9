#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/camera.h"
#include "render/context.h"
#include "render/picture_timer.h"
#include "render/quality.h"
#include "render/resolved_frame.h"
#include "render/shader_folder.h"
#include "render/shared_vertices.h"
#include "sim/look.h"
#include "sim/publish.h"

namespace limber {

enum class ViewMode { shaded, wireframe, constraint_colors, scalar_field };

struct ViewOptions {
  ViewMode mode = ViewMode::shaded;
  int constraint_lines = 0;   ///< index into DrawList::constraint_lines; out of range: none
  int field = 0;              ///< index into DrawList::fields
  bool spheres = false;       ///< draw DrawList::spheres, coloured by body, instead of instances
  bool fluid_meshes = false;  ///< draw fluids by their surface meshes
  bool surroundings = true;   ///< else alpha is the coverage by scene and shadows, premultiplied
  bool ground_grid = false;   ///< faint ground lines, spaced 1 m or a power of ten of it
  float pixel_scale = 1.0f;   ///< scale of lines and points on a hi-DPI screen
  Look look;
  QualityLevel quality = QualityLevel::medium;

  bool operator==(const ViewOptions&) const = default;
};

/// A point attached to a published vertex, or a fixed point.
struct Anchor {
  int vertex = -1;
  glm::vec3 position_m{0.0f};

  bool operator==(const Anchor&) const = default;
};

struct OverlayLine {
  Anchor from;
  Anchor to;
  glm::vec3 color{1.0f};  ///< sRGB
  float width_px = 2.0f;

  bool operator==(const OverlayLine&) const = default;
};

struct OverlayPoint {
  Anchor at;
  glm::vec3 color{1.0f};  ///< sRGB
  float diameter_px = 9.0f;

  bool operator==(const OverlayPoint&) const = default;
};

/// Drawn over the scene, never occluded: drags, pins.
struct Overlay {
  std::vector<OverlayLine> lines;
  std::vector<OverlayPoint> points;

  bool operator==(const Overlay&) const = default;
};

/// What the cursor points at.
struct Pick {
  int vertex = -1;       ///< the vertex of the hit triangle nearest to the hit; or the pose, or the
                         ///< fluid particle
  bool is_pose = false;  ///< the vertex is a pose, not a point of the surface
  glm::vec3 position_m;  ///< the hit point
  float depth_m = 0.0f;  ///< of the hit, along Camera::forward()
};

/// The target of a picture. Each keeps its content while the other is drawn, so that a film may
/// have its own size and camera.
enum class Canvas { screen, film };

/// Draws a scene into off-screen pictures. All calls need the context in which it was created, and
/// restore OpenGL's default state, except for bindings of programs, buffers, textures and
/// framebuffers; framebuffer 0 is bound afterwards.
class Renderer {
 public:
  /// Throws Error(unavailable) with the compiler's log if a shader does not compile.
  /// shader_sources: the folder that reload_shaders() reads; initially the embedded shaders are
  /// used.
  explicit Renderer(const Context& context, const std::filesystem::path& shader_sources = {});
  Renderer(const Context& context, const Quality& quality,
           const std::filesystem::path& shader_sources = {});
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Sets the draw list that describes the vertices of the following draws. Throws Error(bad_input)
  /// when an index is out of range.
  void set_draw_list(const DrawList& list);
  const Quality& quality() const;

  /// vertices: as many as the draw list has, or none to draw only the surroundings. fluid_meshes:
  /// the surfaces of all fluids of the list, or none, to make them in screen space. Unused if the
  /// view shows particles.
  void draw(const Camera& camera, SharedVertices& vertices, const ViewOptions& view,
            const Overlay& overlay, glm::ivec2 size_px,
            std::span<const DrawnFluidMesh> fluid_meshes = {}, Canvas canvas = Canvas::screen);
  /// Waits until the picture before the newest one is done. Called once per frame, it keeps one
  /// frame in flight, so that a frame takes as long as the GPU needs for it.
  void wait_for_the_picture_before();
  /// Whether the following pictures are timed, which has a cost.
  void time_stages(bool wanted);
  /// The GPU's time for each stage of the newest picture that it has finished; empty if none.
  const std::vector<StageTime>& stages();
  /// The newest picture of a canvas.
  ResolvedFrame frame(Canvas canvas = Canvas::screen) const;
  void free(Canvas canvas);  ///< frees its memory until the next draw
  /// Copies the screen canvas to a part of the window's framebuffer, scaled if the sizes differ.
  /// Pixels from the top left corner.
  void present(glm::ivec2 framebuffer_px, glm::ivec2 low_px, glm::ivec2 high_px);
  void present(glm::ivec2 framebuffer_px) { present(framebuffer_px, {0, 0}, framebuffer_px); }

  /// Picks what is drawn at a pixel of a picture of this size, or within a few pixels; the hit
  /// nearest to the pixel wins. Scenery occludes, and instances are picked, not their spheres.
  /// Waits for the GPU. position_px: framebuffer pixels from the top left corner, y down.
  std::optional<Pick> pick(const Camera& camera, SharedVertices& vertices, glm::vec2 position_px,
                           glm::ivec2 size_px);

  /// Whether shader sources have changed; see ShaderFolder::changed(). Reads the folder: do not
  /// call it every frame.
  bool shaders_changed();
  /// Reloads the shaders from the source folder. Returns an empty string, or an error with file and
  /// line; then all shaders stay unchanged.
  std::string reload_shaders();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace limber
