#include "app/display.h"

#include <cmath>
#include <utility>

#include "kernels/error.h"
#include "sim/data_folder.h"

namespace limber {

Display::Display(const Context& context) : renderer_(context, data_folder("shaders")) {}

void Display::show_scene(const DrawList& list, const SceneCamera& seen_from, const Look& look) {
  show_objects(list);
  view.look = look;
  camera = camera_of(seen_from);
  if (list.ground) camera.floor_m = list.ground_height_m;
  overlay = {};
  hints = {};
}

void Display::show_objects(const DrawList& list) {
  release_vertices();
  drawn_.reset();
  renderer_.set_draw_list(list);
  fluids_ = list.fluids;
}

void Display::take_vertices(int count, const Exec& exec) {
  release_vertices();
  drawn_.reset();
  exec_ = &exec;
  vertices_ = std::make_unique<SharedVertices>(count, exec);
}

void Display::make_fluid_meshes(View<const PublishedVertex> vertices) {
  if (!view.fluid_meshes || fluids_.empty()) {
    fluid_meshes_.reset();
    return;
  }
  no_fluid_meshes_.clear();
  try {
    if (!fluid_meshes_) fluid_meshes_ = std::make_unique<FluidMeshes>(fluids_, *exec_);
    fluid_meshes_->publish(vertices);
  } catch (const Error& error) {
    fluid_meshes_.reset();
    view.fluid_meshes = false;
    no_fluid_meshes_ = std::string("Fluids are not shown as meshes: ") + error.what();
  }
}

void Display::show(View<const PublishedVertex> vertices_there, int field) {
  vertices().show(vertices_there);
  published(vertices_there, field);
}

void Display::published(View<const PublishedVertex> written, int field) {
  make_fluid_meshes(written);
  published_ = field;
  drawn_.reset();
}

const ScalarField* Display::shown_field(const DrawList& list) const {
  return field() >= 0 && field() < static_cast<int>(list.fields.size()) ? &list.fields[field()]
                                                                        : nullptr;
}

std::string Display::fluid_trouble() const {
  return fluid_meshes_ ? fluid_meshes_->trouble() : no_fluid_meshes_;
}

Display::Drawn Display::wanted(const Camera& from, glm::ivec2 size_px) const {
  Drawn now{from, view, overlay, size_px};
  if (view.mode == ViewMode::scalar_field && view.field != published_)
    now.view.mode = ViewMode::shaded;
  if (view.mode == ViewMode::shaded && published_ >= 0) {  // no wetness yet, but still that field
    now.view.mode = ViewMode::scalar_field;
    now.view.field = published_;
  }
  return now;
}

void Display::draw(const Drawn& wanted, Canvas canvas) {
  std::vector<DrawnFluidMesh> meshes;
  if (fluid_meshes_ && view.fluid_meshes) meshes = fluid_meshes_->drawn();
  renderer_.draw(wanted.camera, vertices(), wanted.view, wanted.overlay, wanted.size_px, meshes,
                 canvas);
}

void Display::draw(glm::ivec2 size_px) {
  Drawn now = wanted(camera, size_px);
  now.overlay.lines.insert(now.overlay.lines.end(), hints.lines.begin(), hints.lines.end());
  now.overlay.points.insert(now.overlay.points.end(), hints.points.begin(), hints.points.end());
  if (drawn_ == now) return;
  draw(now, Canvas::screen);
  drawn_ = std::move(now);
}

ResolvedFrame Display::draw_film(const FilmView& film) {
  Drawn now = wanted(film.camera, film.size_px);
  if (!film.overlaid) now.overlay = {};
  now.view.surroundings = film.surroundings;
  now.view.pixel_scale = film.pixel_scale;
  if (drawn_ == now) return renderer_.frame(Canvas::screen);
  draw(now, Canvas::film);
  return renderer_.frame(Canvas::film);
}

SharedVertices& Display::vertices() {
  if (!vertices_)
    throw Error(
        ExitCode::unavailable,
        "there is not enough memory to draw the scene; choose a smaller one or close programs");
  return *vertices_;
}

Camera camera_of(const SceneCamera& scene) {
  const glm::vec3 back = scene.eye_m - scene.target_m;
  Camera camera;
  camera.target_m = scene.target_m;
  camera.distance_m = glm::length(back);
  camera.yaw_deg = glm::degrees(std::atan2(back.x, back.z));
  camera.pitch_deg = glm::degrees(std::asin(back.y / camera.distance_m));
  camera.fov_deg = scene.fov_deg;
  return camera;
}

SceneCamera scene_camera_of(const Camera& camera) {
  return {camera.eye_m(), camera.target_m, camera.fov_deg};
}

}  // namespace limber
