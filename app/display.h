#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/fluid_meshes.h"
#include "kernels/exec.h"
#include "render/camera.h"
#include "render/renderer.h"
#include "render/shared_vertices.h"
#include "scenes/camera_table.h"
#include "sim/look.h"
#include "sim/publish.h"

namespace limber {

/// Draws a scene: the renderer, its vertices and the camera. Independent of the simulation.
class Display {
 public:
  /// The context must be current and outlive the display.
  explicit Display(const Context& context);

  /// Switches to a scene with its camera and look; the following vertices belong to it.
  void show_scene(const DrawList& list, const SceneCamera& seen_from, const Look& look);
  /// The same after objects were added or removed; keeps the camera.
  void show_objects(const DrawList& list);
  void release_vertices() {
    fluid_meshes_.reset();
    no_fluid_meshes_.clear();
    vertices_.reset();
  }
  /// Allocates zeroed vertices on the device of `exec`, which copies them and must outlive them.
  void take_vertices(int count, const Exec& exec);

  /// Shows as many vertices, on the exec's device. field: the field whose values they carry.
  void show(View<const PublishedVertex> vertices, int field);
  /// Call it instead after writing to vertices(). written: the vertices written.
  void published(View<const PublishedVertex> written, int field);
  /// Whether fluid meshes are wanted but were not made; call show() again then.
  bool lacks_fluid_meshes() const {
    return view.fluid_meshes && !fluids_.empty() && !fluid_meshes_;
  }
  /// Draws the current vertices. Until they carry the values of the view's field, its colours are
  /// left out; values of a field that the view no longer shows are kept until replaced. Skips
  /// drawing if nothing has changed.
  void draw(glm::ivec2 size_px);
  /// Options in which a film may differ from the screen; hints are only drawn on the screen.
  struct FilmView {
    Camera camera;
    glm::ivec2 size_px;
    bool overlaid;
    bool surroundings;  ///< as in ViewOptions, like the following
    float pixel_scale;
  };
  /// The same for a film. Valid until the next draw of either kind.
  ResolvedFrame draw_film(const FilmView& film);
  void draw_anew() { drawn_.reset(); }  ///< forces the next draw
  /// The view's field, to be published in PublishedVertex::scalar; -1: none.
  int field() const { return view.mode == ViewMode::scalar_field ? view.field : -1; }

  /// The same as an entry of `list`; null: none.
  const ScalarField* shown_field(const DrawList& list) const;

  /// Throws Error(unavailable) if their allocation failed.
  SharedVertices& vertices();
  Renderer& renderer() { return renderer_; }
  /// A sentence on what is missing from the fluid meshes, or on why there are none; empty: nothing.
  std::string fluid_trouble() const;

  Camera camera;
  ViewOptions view;
  Overlay overlay;
  Overlay hints;  ///< interactive hints, not in films or screenshots

 private:
  struct Drawn {
    Camera camera;
    ViewOptions view;
    Overlay overlay;
    glm::ivec2 size_px;
    bool operator==(const Drawn&) const = default;
  };

  void make_fluid_meshes(View<const PublishedVertex> vertices);
  Drawn wanted(const Camera& from, glm::ivec2 size_px) const;
  void draw(const Drawn& wanted, Canvas canvas);

  Renderer renderer_;
  std::vector<DrawnFluid> fluids_;
  const Exec* exec_ = nullptr;  ///< copies the vertices
  std::unique_ptr<SharedVertices> vertices_;
  std::unique_ptr<FluidMeshes> fluid_meshes_;
  std::string no_fluid_meshes_;  ///< why there are none
  int published_ = -1;
  std::optional<Drawn> drawn_;  ///< what the newest picture shows; empty once the vertices change
};

/// The orbit camera of a scene file's view.
Camera camera_of(const SceneCamera& scene);
SceneCamera scene_camera_of(const Camera& camera);

}  // namespace limber
