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
  int constraint_lines = 0;   ///< which of DrawList::constraint_lines; one that is not there: none
  int field = 0;              ///< which of DrawList::fields
  bool spheres = false;       ///< DrawList::spheres, coloured by body, in place of the instances
  bool fluid_meshes = false;  ///< fluids are shown by the meshes of their surfaces
  bool surroundings = true;   ///< else pictures are premultiplied by how much of them the scene and
                              ///< its shadows cover, which is their alpha
  bool ground_grid = false;   ///< faint lines on the ground, one a metre or a power of ten of it
  float pixel_scale = 1.0f;   ///< what lines and points grow by on a hi-DPI screen
  Look look;
  QualityLevel quality = QualityLevel::medium;

  bool operator==(const ViewOptions&) const = default;
};

/// A place that is a published vertex, wherever it is by then, or else a fixed point.
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

/// What is drawn over the scene, never hidden by it: drags, pins.
struct Overlay {
  std::vector<OverlayLine> lines;
  std::vector<OverlayPoint> points;

  bool operator==(const Overlay&) const = default;
};

/// What the cursor points at.
struct Pick {
  int vertex = -1;       ///< of the triangle that was hit the one nearest to the hit; or the pose,
                         ///< or the particle of a fluid
  bool is_pose = false;  ///< the vertex is no point of the surface that was hit
  glm::vec3 position_m;  ///< where the surface was hit
  float depth_m = 0.0f;  ///< of the hit, along Camera::forward()
};

/// Where a picture is drawn. What is on one stays while another is drawn on, so that a film may
/// have a size and a camera of its own.
enum class Canvas { screen, film };

/// Draws a scene into pictures of its own. All calls need the context in which it was made, and
/// leave OpenGL's state as it is at the start, except for bindings of programs, buffers, textures
/// and framebuffers; framebuffer 0 is bound afterwards.
class Renderer {
 public:
  /// Throws Error(unavailable) with the compiler's words if a shader does not compile.
  /// shader_sources: the folder that reload_shaders() reads; it begins with those in the program.
  explicit Renderer(const Context& context, const std::filesystem::path& shader_sources = {});
  Renderer(const Context& context, const Quality& quality,
           const std::filesystem::path& shader_sources = {});
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// What the vertices of the draws that follow mean. Throws Error(bad_input) when an index is out
  /// of range.
  void set_draw_list(const DrawList& list);
  const Quality& quality() const;

  /// vertices: as many as the draw list says, or none to draw the surroundings alone.
  /// fluid_meshes: the surfaces of all fluids of the list, or none; then they are made on the
  /// screen. Without effect where a view shows particles.
  void draw(const Camera& camera, SharedVertices& vertices, const ViewOptions& view,
            const Overlay& overlay, glm::ivec2 size_px,
            std::span<const DrawnFluidMesh> fluid_meshes = {}, Canvas canvas = Canvas::screen);
  /// Waits until the picture before the newest one is done. Called once a frame it keeps one frame
  /// under way, so that a frame takes as long as the GPU needs for it.
  void wait_for_the_picture_before();
  /// The newest picture there.
  ResolvedFrame frame(Canvas canvas = Canvas::screen) const;
  void free(Canvas canvas);  ///< its memory, until something is drawn there again
  /// Copies the screen's picture to a part of the window's framebuffer, scaled if the sizes differ.
  /// Pixels from the top left corner.
  void present(glm::ivec2 framebuffer_px, glm::ivec2 low_px, glm::ivec2 high_px);
  void present(glm::ivec2 framebuffer_px) { present(framebuffer_px, {0, 0}, framebuffer_px); }

  /// What is drawn at a pixel of a picture of this size, or within a few pixels of it: the nearest
  /// to the pixel wins. Scenery hides what is behind it, and instances are picked, not their
  /// spheres. Waits for the GPU.
  /// position_px: framebuffer pixels from the top left corner, y down.
  std::optional<Pick> pick(const Camera& camera, SharedVertices& vertices, glm::vec2 position_px,
                           glm::ivec2 size_px);

  /// Whether there is something new for reload_shaders(), as ShaderFolder::changed() says. It looks
  /// at the folder: not for every frame.
  bool shaders_changed();
  /// Reads the shaders again from the source folder. Returns an empty string, or a sentence with
  /// file and line; then all shaders stay as they are.
  std::string reload_shaders();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace limber
