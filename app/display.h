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

/// A scene as pictures: the renderer, the vertices that it draws, and the camera. Knows nothing of
/// what moves them.
class Display {
 public:
  /// The context must be current and outlive the display.
  explicit Display(const Context& context);

  /// The vertices that follow are of this scene, which is seen as it says.
  void show_scene(const DrawList& list, const SceneCamera& seen_from, const Look& look);
  /// The same of a scene in which objects have come or gone, from where it is seen now.
  void show_objects(const DrawList& list);
  void release_vertices() {
    fluid_meshes_.reset();
    no_fluid_meshes_.clear();
    vertices_.reset();
  }
  /// New vertices, all zero, which lie where `exec` runs and are copied on it. It must outlive
  /// them.
  void take_vertices(int count, const Exec& exec);

  /// Shows vertices that lie where the exec runs, as many as there are. field: whose values they
  /// have.
  void show(View<const PublishedVertex> vertices, int field);
  /// Call it where vertices() were written instead; written: with what.
  void published(View<const PublishedVertex> written, int field);
  /// Whether fluids are to be shown as meshes that were not made: show the vertices anew.
  bool lacks_fluid_meshes() const {
    return view.fluid_meshes && !fluids_.empty() && !fluid_meshes_;
  }
  /// Draws what the vertices hold. While these have no values of the field that the view shows, its
  /// colours are left out, and while they still have some that it does not show, these stay. A
  /// picture that would be the same as the last one stays as it is.
  void draw(glm::ivec2 size_px);
  /// What a film may show otherwise than the screen; hints are for the screen alone.
  struct FilmView {
    Camera camera;
    glm::ivec2 size_px;
    bool overlaid;
    bool surroundings;  ///< as ViewOptions has it, and the following
    float pixel_scale;
  };
  /// The same for a film. Valid until the next picture of either kind.
  ResolvedFrame draw_film(const FilmView& film);
  void draw_anew() { drawn_.reset(); }  ///< the next picture, whether or not it would be the same
  /// The field that the view shows, or -1: what is to be published in PublishedVertex::scalar.
  int field() const { return view.mode == ViewMode::scalar_field ? view.field : -1; }

  /// The same of the list that is shown; null: none.
  const ScalarField* shown_field(const DrawList& list) const;

  /// Throws Error(unavailable) if there was no memory for them.
  SharedVertices& vertices();
  Renderer& renderer() { return renderer_; }
  /// A sentence on what is missing of fluids that are shown by meshes, or on why they are not;
  /// empty: nothing is.
  std::string fluid_trouble() const;

  Camera camera;
  ViewOptions view;
  Overlay overlay;
  Overlay hints;  ///< for the user; films and pictures in files are without them

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
  const Exec* exec_ = nullptr;  ///< on which vertices are copied
  std::unique_ptr<SharedVertices> vertices_;
  std::unique_ptr<FluidMeshes> fluid_meshes_;
  std::string no_fluid_meshes_;  ///< why they are not shown
  int published_ = -1;
  std::optional<Drawn> drawn_;  ///< the newest picture, while the vertices are the same
};

/// The orbit camera that looks as a scene file says.
Camera camera_of(const SceneCamera& scene);
SceneCamera scene_camera_of(const Camera& camera);

}  // namespace limber
