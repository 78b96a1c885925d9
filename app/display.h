#pragma once

#include <memory>
#include <string>

#include "app/fluid_meshes.h"
#include "app/session.h"
#include "render/camera.h"
#include "render/renderer.h"
#include "render/shared_vertices.h"

namespace limber {

/// A session's scene as pictures: the renderer, the vertex buffers that the session's solver
/// publishes into, and the camera.
class Display {
 public:
  /// The context must be current and outlive the display.
  explicit Display(const Context& context);

  /// Call it after the session has opened a scene: draw list, buffers, camera. Publishes the start.
  void show_scene(Session& session);
  /// Call it before the session switches its solver, ...
  void release_vertices() {
    fluid_meshes_.reset();
    no_fluid_meshes_.clear();
    vertices_.reset();
  }
  /// ... and this after it: new buffers for the new solver. Publishes the state as it is.
  void take_vertices(Session& session);

  /// Simulates and draws a frame. frame_s: simulated seconds; 0 shows the same state again.
  void frame(Session& session, double frame_s, glm::ivec2 size_px);
  /// The same for whole steps of a paused scene.
  void step(Session& session, int steps, glm::ivec2 size_px);
  /// Draws what was published last once more.
  void draw(glm::ivec2 size_px);

  /// Throws Error(unavailable) if there was no memory for them.
  SharedVertices& vertices();
  Renderer& renderer() { return renderer_; }
  /// A sentence on what is missing of fluids that are shown by meshes, or on why they are not;
  /// empty: nothing is.
  std::string fluid_trouble() const;

  Camera camera;
  ViewOptions view;
  Overlay overlay;

 private:
  void end_write(Session& session, View<PublishedVertex> written);
  int field() const { return view.mode == ViewMode::scalar_field ? view.field : -1; }

  Renderer renderer_;
  std::unique_ptr<SharedVertices> vertices_;
  std::unique_ptr<FluidMeshes> fluid_meshes_;
  std::string no_fluid_meshes_;  ///< why they are not shown
};

/// The orbit camera that looks as a scene file says.
Camera camera_of(const SceneCamera& scene);

}  // namespace limber
