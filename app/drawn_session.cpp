#include "app/drawn_session.h"

namespace limber {

DrawnSession::DrawnSession(Session& session, Display& display)
    : session_(session), display_(display) {
  const DrawList& list = session.world().draw_list();
  display.show_scene(list, session.scene().camera, session.scene().look);
  display.take_vertices(list.vertex_count, session.exec());
  // Publishes an initial finite frame. It is not a step, so that a frame continued by another
  // solver begins where the last one ended.
  publish([&](View<PublishedVertex> to) {
    session_.world().advance({.steps = 0, .publish = to, .field = display_.field()});
  });
}

template <class Simulate>
void DrawnSession::publish(const Simulate& simulate) {
  const View<PublishedVertex> written = display_.vertices().begin_write();
  simulate(written);
  display_.vertices().end_write();
  display_.published(written, display_.field());
}

void DrawnSession::simulate(double frame_s) {
  publish([&](View<PublishedVertex> to) { session_.advance(frame_s, to, display_.field()); });
}

void DrawnSession::frame(double frame_s, glm::ivec2 size_px) {
  simulate(frame_s);
  display_.draw(size_px);
}

void DrawnSession::step(int steps, glm::ivec2 size_px) {
  publish([&](View<PublishedVertex> to) { session_.step(steps, to, display_.field()); });
  display_.draw(size_px);
}

}  // namespace limber
