#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/frame_pacer.h"
#include "app/saved_state.h"
#include "kernels/exec.h"
#include "scenes/scene.h"
#include "sim/history.h"
#include "sim/world.h"

namespace limber {

/// Step times of one backend on the running scene, newest last.
class StepTimes {
 public:
  void add(double ms_per_step);
  void clear() { recent_ms_.clear(); }
  bool empty() const { return recent_ms_.empty(); }
  double median_ms() const;  ///< of about the last hundred

 private:
  std::deque<double> recent_ms_;
};

/// A running scene, its current backend and the other backends. Independent of OpenGL: drawing is
/// left to Display.
class Session {
 public:
  /// Throws Error(unavailable) if the backend is unavailable.
  Session(Backend backend, int threads);

  /// A running scene and its measurements. Its address is stable.
  struct Run {
    Scene scene;
    std::unique_ptr<World> simulation;
    FramePacer pacer;
    FramePacer::Frame under_way{0, 1.0f};  ///< the rest of a frame that is run in pieces
    float blend = 1.0f;  ///< of the last publication; 1 once the step before it is not kept
    long steps_done = 0;
    std::optional<History> history;
    std::array<StepTimes, 3> times;
    std::vector<double> new_times;
    std::vector<std::size_t> compared_by;  ///< see compare_by()
  };

  /// Builds a scene and makes it current; returns the previous run, if any, for restore(). If it
  /// throws, the current scene is kept.
  std::unique_ptr<Run> open(Scene scene);
  /// Continues a run returned by open(); the backend must not have been switched since.
  void restore(std::unique_ptr<Run> run) { run_ = std::move(run); }
  const Scene& scene() const { return run_->scene; }
  World& world() { return *run_->simulation; }

  Backend backend() const { return backend_; }
  Exec& exec() { return *execs_[static_cast<int>(backend_)]; }
  /// Continues from the same state on another backend. Throws Error(unavailable).
  void switch_to(Backend backend);

  void reset();
  /// Simulates `frame_s` more and publishes into `vertices` (empty: nothing is drawn).
  /// field: index into DrawList::fields, or -1.
  void advance(double frame_s, View<PublishedVertex> vertices, int field);
  /// One step, for a paused scene; 0 steps only publishes.
  void step(int steps, View<PublishedVertex> vertices, int field);

  /// Publishes the newest frame again, between the same two steps.
  void publish_again(View<PublishedVertex> vertices, int field = -1);

  /// advance() in pieces, so that other work can run between steps: begin_frame(), then at least
  /// one run_piece(), until left() is 0. Without `each_piece` only the last one publishes. A reset,
  /// step() or another scene discards the rest of the frame.
  void begin_frame(double frame_s);
  int left() const { return run_->under_way.steps; }
  /// Runs steps for about `budget_ms`, at least one; `unknown_steps` if none has been timed yet.
  void run_piece(double budget_ms, int unknown_steps, bool each_piece,
                 View<PublishedVertex> vertices, int field);

  // ---- Other states ----
  /// From the next scene on, keeps a history in part of the memory of the backend's device.
  void keep_history() { keeps_history_ = true; }
  const History* history() const { return run_->history ? &*run_->history : nullptr; }
  /// As World::shoot() says. Throws Error(diverged), too.
  std::string shoot(const World::Shot& shot);
  /// As World::add_body() says. Throws Error(diverged), too.
  std::string add_body(const glm::vec3& at_m, std::optional<glm::vec3> seen_from_m);
  /// As World::cut() says. Throws Error(diverged), too.
  int cut(const std::vector<CutStroke>& strokes);
  /// Indices of the parameters in which this run differs from those beside it.
  void compare_by(std::vector<std::size_t> places) { run_->compared_by = std::move(places); }
  const std::vector<std::size_t>& compared_by() const { return run_->compared_by; }
  /// Call these after changing the world's grab or parameters.
  void grab_changed() {
    if (run_->history) run_->history->disturbed();
  }
  void parameters_changed() {
    for (const Backend other : all_backends)
      if (other != backend_) run_->times[static_cast<int>(other)].clear();  // outdated
    if (run_->history) run_->history->parameters_changed();
  }
  /// Restores the nearest state of the history that needs no noticeable wait. Releases the grab;
  /// pins are kept.
  void seek(double time_s);
  /// Goes back one step, or to an earlier state if that would take noticeably long; from a
  /// non-finite state, to the last finite one.
  void step_back();
  /// The first non-finite quantity, and the time of the last finite state.
  struct Divergence {
    std::string first;
    std::optional<double> good_s;
  };
  Divergence divergence();
  void save(const std::string& path);
  /// Throws Error(bad_input) for a state of another scene. Returns a note for the user on
  /// parameters, which are not changed.
  std::string load(const SavedState& saved);

  long steps_done() const { return run_->steps_done; }
  const StepTimes& times(Backend backend) const { return run_->times[static_cast<int>(backend)]; }
  /// Step times measured since the last call, in ms per step.
  std::vector<double> take_step_times();

 private:
  Exec& exec_for(Backend backend);
  std::string spawn(const char* what, const std::function<std::string()>& add);
  void run(int steps, float blend, View<PublishedVertex> vertices, int field);
  void collect_times();
  double ms_per_step() const;
  void continue_from_step(long step);

  int threads_;
  bool keeps_history_ = false;
  std::array<std::unique_ptr<Exec>, 3> execs_;
  Backend backend_;
  std::unique_ptr<Run> run_;
};

}  // namespace limber
