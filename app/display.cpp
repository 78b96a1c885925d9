#include "app/display.h"

#include <cmath>

#include "kernels/error.h"

namespace limber {

Display::Display(const Context& context) : renderer_(context) {}

void Display::show_scene(Session& session) {
  release_vertices();
  renderer_.set_draw_list(session.world().draw_list());
  camera = camera_of(session.scene().camera);
  overlay = {};
  take_vertices(session);
}

void Display::take_vertices(Session& session) {
  vertices_ =
      std::make_unique<SharedVertices>(session.world().draw_list().vertex_count, session.exec());
  // So that there is a good frame to keep whatever comes next.
  const View<PublishedVertex> written = vertices().begin_write();
  session.step(0, written, field());
  end_write(session, written);
}

void Display::end_write(Session& session, View<PublishedVertex> written) {
  const std::vector<DrawnFluid>& fluids = session.world().draw_list().fluids;
  if (!view.fluid_meshes || fluids.empty()) {
    fluid_meshes_.reset();
  } else {
    no_fluid_meshes_.clear();
    try {
      if (!fluid_meshes_) fluid_meshes_ = std::make_unique<FluidMeshes>(fluids, session.exec());
      fluid_meshes_->publish(written);
    } catch (const Error& error) {
      fluid_meshes_.reset();
      view.fluid_meshes = false;
      no_fluid_meshes_ = std::string("Fluids are not shown as meshes: ") + error.what();
    }
  }
  vertices().end_write();
}

std::string Display::fluid_trouble() const {
  return fluid_meshes_ ? fluid_meshes_->trouble() : no_fluid_meshes_;
}

void Display::draw(glm::ivec2 size_px) {
  std::vector<DrawnFluidMesh> meshes;
  if (fluid_meshes_) meshes = fluid_meshes_->drawn();
  renderer_.draw(camera, vertices(), view, overlay, size_px, meshes);
}

void Display::frame(Session& session, double frame_s, glm::ivec2 size_px) {
  const View<PublishedVertex> written = vertices().begin_write();
  session.advance(frame_s, written, field());
  end_write(session, written);
  draw(size_px);
}

void Display::step(Session& session, int steps, glm::ivec2 size_px) {
  const View<PublishedVertex> written = vertices().begin_write();
  session.step(steps, written, field());
  end_write(session, written);
  draw(size_px);
}

SharedVertices& Display::vertices() {
  if (!vertices_)
    throw Error(ExitCode::unavailable,
                "there is no memory for what is drawn; choose a smaller scene or close programs");
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

}  // namespace limber
