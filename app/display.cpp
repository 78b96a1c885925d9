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
  session.step(0, vertices().begin_write(), field());
  vertices().end_write();
}

void Display::frame(Session& session, double frame_s, glm::ivec2 size_px) {
  session.advance(frame_s, vertices().begin_write(), field());
  vertices().end_write();
  draw(size_px);
}

void Display::step(Session& session, int steps, glm::ivec2 size_px) {
  session.step(steps, vertices().begin_write(), field());
  vertices().end_write();
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
