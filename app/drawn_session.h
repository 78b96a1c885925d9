#pragma once

#include "app/display.h"
#include "app/session.h"

namespace limber {

/// A session and its display, simulated and drawn alternately on one thread: every frame shows the
/// state simulated for it.
class DrawnSession {
 public:
  /// Both must outlive this object; the session has opened a scene.
  DrawnSession(Session& session, Display& display);
  ~DrawnSession() { display_.release_vertices(); }
  DrawnSession(const DrawnSession&) = delete;
  DrawnSession& operator=(const DrawnSession&) = delete;

  /// Simulates and publishes without drawing. frame_s: simulated seconds.
  void simulate(double frame_s);
  /// Simulates, publishes and draws.
  void frame(double frame_s, glm::ivec2 size_px);
  void step(int steps, glm::ivec2 size_px);

 private:
  template <class Simulate>
  void publish(const Simulate& simulate);

  Session& session_;
  Display& display_;
};

}  // namespace limber
