#pragma once

#include <string>
#include <vector>

#include "app/display.h"
#include "app/session.h"

namespace limber {

/// A session and its pictures, with what may be done to them while they run: pause, step, reset,
/// another solver, another scene. Whatever throws leaves what was running as it was.
class Player {
 public:
  /// The session has not opened a scene yet. Both must outlive the player.
  Player(Session& session, Display& display) : session_(session), display_(display) {}

  void open(Scene scene);
  void switch_to(Solver solver);
  void reset();
  void set_paused(bool paused) { paused_ = paused; }
  bool paused() const { return paused_; }
  void step_once();  ///< with the next frame, and pauses

  /// The state is no longer finite. The last good picture stands until reset() or open().
  bool diverged() const { return diverged_; }

  /// Simulates `frame_s` (nothing while it stands still) and draws. Returns the simulated seconds.
  double frame(double frame_s, glm::ivec2 size_px);

  /// Shaded, wireframe, spheres, constraint colours and fields in turn, as far as the scene has
  /// them.
  void next_view();
  /// Shows all particles from where the camera looks now. aspect: width / height.
  void frame_scene(float aspect);

  /// The parameters' values when the scene was opened, as Parameter::text() has them.
  const std::vector<std::string>& initial_values() const { return initial_values_; }
  /// From now on scenes are opened with the camera that much farther away than their files say, so
  /// that panels at the sides hide less of them. 1: as they say. A camera that nobody has moved
  /// since its scene was opened follows.
  void set_stand_back(float times);

  /// Another number for every scene that is opened.
  int scene_count() const { return scene_count_; }

  Session& session() { return session_; }
  World& world() { return session_.world(); }
  Display& display() { return display_; }

 private:
  void show_scene();

  Session& session_;
  Display& display_;
  float stand_back_ = 1.0f;
  Camera opened_;  ///< as the scene was opened, or followed since
  bool paused_ = false;
  bool diverged_ = false;
  int steps_asked_ = 0;
  int scene_count_ = 0;
  std::vector<std::string> initial_values_;
};

}  // namespace limber
