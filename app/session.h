#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/frame_pacer.h"
#include "kernels/exec.h"
#include "scenes/scene.h"
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

  /// A scene as it runs, with all that has been measured of it.
  struct Run {
    Scene scene;
    std::unique_ptr<World> simulation;
    FramePacer pacer;
    long steps_done = 0;
    std::array<StepTimes, 3> times;
    std::vector<double> new_times;
  };

  /// Builds a scene and runs it, and returns what ran before, for restore(). If it throws, the
  /// running scene stays.
  Run open(Scene scene);
  /// Goes on with a run that open() returned; the solver must not have been switched since.
  void restore(Run run) { run_ = std::move(run); }
  const Scene& scene() const { return run_.scene; }
  World& world() { return *run_.simulation; }

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

  long steps_done() const { return run_.steps_done; }
  const StepTimes& times(Solver solver) const { return run_.times[static_cast<int>(solver)]; }
  /// Step times measured since the last call, milliseconds a step.
  std::vector<double> take_step_times();

 private:
  Exec& exec_for(Solver solver);
  void collect_times();

  int threads_;
  std::array<std::unique_ptr<Exec>, 3> execs_;
  Solver solver_;
  Run run_;
};

}  // namespace limber
