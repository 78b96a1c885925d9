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

/// Step times of one solver on the running scene, newest last.
class StepTimes {
 public:
  void add(double ms_per_step);
  void clear() { recent_ms_.clear(); }
  bool empty() const { return recent_ms_.empty(); }
  double median_ms() const;  ///< of the last hundred or so

 private:
  std::deque<double> recent_ms_;
};

/// A running scene, the solver that runs it, and the solvers that it may be switched to.
/// Knows no OpenGL: pictures are the Display's.
class Session {
 public:
  /// Throws Error(unavailable) if the solver is not there.
  Session(Solver solver, int threads);

  /// A scene as it runs, with all that has been measured of it. It stays where it is in memory.
  struct Run {
    Scene scene;
    std::unique_ptr<World> simulation;
    FramePacer pacer;
    FramePacer::Frame under_way{0, 1.0f};  ///< what is left of a frame that runs in pieces
    float blend = 1.0f;                    ///< of what was published last
    long steps_done = 0;
    std::optional<History> history;
    std::array<StepTimes, 3> times;
    std::vector<double> new_times;
    std::vector<std::size_t> compared_by;  ///< see compare_by()
  };

  /// Builds a scene and runs it, and returns what ran before, if anything, for restore(). If it
  /// throws, the running scene stays.
  std::unique_ptr<Run> open(Scene scene);
  /// Goes on with a run that open() returned; the solver must not have been switched since.
  void restore(std::unique_ptr<Run> run) { run_ = std::move(run); }
  const Scene& scene() const { return run_->scene; }
  World& world() { return *run_->simulation; }

  Solver solver() const { return solver_; }
  Exec& exec() { return *execs_[static_cast<int>(solver_)]; }
  /// Goes on with the same state on another solver. Throws Error(unavailable).
  void switch_to(Solver solver);

  void reset();
  /// Simulates `frame_s` more and publishes into `vertices` (empty: nothing is drawn).
  /// field: index into DrawList::fields, or -1.
  void advance(double frame_s, View<PublishedVertex> vertices, int field);
  /// One step, for a paused scene; 0 steps only publishes.
  void step(int steps, View<PublishedVertex> vertices, int field);

  /// Publishes once more what the newest frame shows.
  void publish_again(View<PublishedVertex> vertices);

  /// The same as advance() in pieces, so that other work can run between steps: begin_frame(), and
  /// pieces until left() is 0, at least one. Without `each_piece` only the last one publishes.
  /// A reset, step() or another scene ends the frame: nothing is left of it.
  void begin_frame(double frame_s);
  int left() const { return run_->under_way.steps; }
  /// Runs steps for about `budget_ms`, at least one; unknown_steps of them where none has been
  /// timed yet.
  void run_piece(double budget_ms, int unknown_steps, bool each_piece,
                 View<PublishedVertex> vertices, int field);

  // ---- Other states ----
  /// From the next scene on, keeps a history in a share of the memory of the solver's device.
  void keep_history() { keeps_history_ = true; }
  const History* history() const { return run_->history ? &*run_->history : nullptr; }
  /// As World::shoot() says. Throws Error(diverged), too.
  std::string shoot(const World::Shot& shot);
  /// As World::add_body() says. Throws Error(diverged), too.
  std::string add_body(const glm::vec3& at_m, const glm::vec3& seen_from_m);
  /// As World::cut() says. Throws Error(diverged), too.
  int cut(const std::vector<CutStroke>& strokes);
  /// The parameters, by place, by which this run differs from those beside it.
  void compare_by(std::vector<std::size_t> places) { run_->compared_by = std::move(places); }
  const std::vector<std::size_t>& compared_by() const { return run_->compared_by; }
  /// To be called after the world's grab or parameters have been touched.
  void grab_changed() {
    if (run_->history) run_->history->disturbed();
  }
  void parameters_changed() {
    for (const Solver other : all_solvers)
      if (other != solver_) run_->times[static_cast<int>(other)].clear();  // no longer true
    if (run_->history) run_->history->parameters_changed();
  }
  /// Goes to the nearest state of the history that can be restored without a noticeable wait.
  /// Releases what is dragged; pins stay.
  void seek(double time_s);
  /// Goes back one step, or to an earlier state if that would take noticeably long; from a state
  /// that is not finite, to the last good state.
  void step_back();
  /// What was not finite first, and the time of the last good state.
  struct Divergence {
    std::string first;
    std::optional<double> good_s;
  };
  Divergence divergence();
  void save(const std::string& path);
  /// Throws Error(bad_input) for a state of another scene. Returns what the user should know of
  /// parameters, which stay as they are.
  std::string load(const SavedState& saved);

  long steps_done() const { return run_->steps_done; }
  const StepTimes& times(Solver solver) const { return run_->times[static_cast<int>(solver)]; }
  /// Step times measured since the last call, milliseconds a step.
  std::vector<double> take_step_times();

 private:
  Exec& exec_for(Solver solver);
  std::string bring(const char* what, const std::function<std::string()>& guest);
  void run(int steps, float blend, View<PublishedVertex> vertices, int field);
  void collect_times();
  double ms_per_step() const;
  void continue_from_step(long step);

  int threads_;
  bool keeps_history_ = false;
  std::array<std::unique_ptr<Exec>, 3> execs_;
  Solver solver_;
  std::unique_ptr<Run> run_;
};

}  // namespace limber
