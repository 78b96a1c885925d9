#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/readings.h"
#include "app/session.h"
#include "render/hand_over.h"

namespace limber {

/// Runs a session in its own thread, so that the window never waits for a step.
///
/// The thread owns the session while it runs. The window's requests are executed between two steps;
/// the window shows vertices (HandOver) and readings, which are copied after each piece of a frame.
/// It may access the session directly before start(), in the `then` of a request, and once ended().
class Simulator {
 public:
  /// wake: called in the simulation thread when there is something new. Both must outlive this
  /// object.
  Simulator(Session& session, std::function<void()> wake);
  /// Ends after the step that is under way.
  ~Simulator();
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;

  void start();
  /// Ends after the current step, without waiting for it.
  void end();
  bool ended() const;  ///< or never started: the caller owns the session
  void wait_for_end();

  // ---- Requests ----
  using Work = std::function<void(Session&)>;
  /// failed: what `work` threw, or null. The simulation pauses until it returns.
  using Then = std::function<void(std::exception_ptr failed)>;
  /// Runs `work` between two steps. Then, in the window's thread, deliver() calls `then`; without
  /// one it rethrows what `work` threw.
  void ask(Work work, Then then = {}) { ask({std::move(work), std::move(then)}); }
  /// The same, and aborts a frame requested before.
  void ask_to_break_off(Work work, Then then = {}) {
    ask({std::move(work), std::move(then), true});
  }
  /// Sets a parameter, by index among the world's. The latest of several values wins; a value that
  /// conflicts with the others is reverted, and deliver() throws the reason.
  void ask_for_value(std::size_t parameter, ParameterValue value);
  /// Does not report rejected values: another simulation reports the same ones.
  void refuse_quietly() { quiet_ = true; }
  long asked() const { return asked_; }  ///< number of requests; compare with Readings::answered
  /// Sets the drag target of the grab from the next step on.
  void drag_to(glm::vec3 target_m);
  /// Sets the blown air from the next step on.
  void blow(const Breath& breath);
  void measure(const MeasureWish& wish);
  /// Selects the field to publish; -1: none.
  void show_field(int field);
  /// Sets where vertices are published; only in `then` and before start().
  void publish_into(std::shared_ptr<HandOver> vertices);
  /// Publishes the current state; only there, too.
  void publish_here();
  /// Drops pending parameter requests, because the parameters were replaced; only there, too.
  void forget_values();

  // ---- Frames ----
  /// Simulates `frame_s` more. No frame may be under way. film: shows nothing before it is
  /// complete. waits: begins only with take_turn().
  void begin_frame(double frame_s, bool film, bool waits = false);
  void take_turn();
  bool frame_under_way() const;
  /// Whether requests and hold() wait for the end of the current frame, unless it is aborted, so
  /// that several simulations execute them at the same simulated time.
  void answer_between_frames(bool whole);
  /// Pauses the current frame; released, it continues after the requests made in between.
  void hold(bool held);

  // ---- Results ----
  /// Calls the `then` of completed requests. Throws a request's error; the remaining ones are
  /// handled by the next call.
  void deliver();
  /// Throws the error that ended the simulation, if any.
  void check() const;
  std::shared_ptr<const Readings> readings() const;  ///< the newest; never null after start()
  std::shared_ptr<HandOver> vertices() const;
  /// How long the current steps or request have been running; 0: none.
  double piece_s() const;
  /// Step times since the last call, in ms per step.
  std::vector<double> take_step_times();

 private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;
  struct Asked {
    Work work;
    Then then;
    bool breaks_off = false;
    long frame = 0;  ///< the frame that it aborts
  };
  void ask(Asked asked);
  struct Answered {
    Then then;
    std::exception_ptr failed;
  };

  void run();
  bool may_step() const { return frame_ && !frame_->waits && (!held_ || whole_frames_); }
  bool has_to_publish() const { return !may_step() && field_ != published_field_; }
  bool has_to_measure() const;
  bool may_still_answer() const;
  bool waits_for_the_frame() const;
  void ask_what_waited();
  void end_frame();
  void answer_next(Lock& lock);
  void answer_values(Lock& lock);
  std::exception_ptr set_values(const std::map<std::size_t, ParameterValue>& values);
  void run_piece(Lock& lock);
  void publish(Lock& lock, bool anyway = false);
  void measure_now(const MeasureWish& wish, bool has_stepped, bool stands);
  void look_at_divergence();
  void take_target(Lock& lock);
  std::shared_ptr<const Readings> read();

  Session& session_;
  std::function<void()> wake_;

  // Window thread only.
  long asked_ = 0;

  // Simulation thread, or the current owner of the session.
  MeasureWish measured_;  ///< as last set on the world, ...
  bool told_ = false;     ///< ... if ever
  Clock::time_point residuals_at_, curves_wanted_at_;
  long residuals_measured_ = 0;
  std::map<std::string, double> residuals_;
  std::optional<Session::Divergence> divergence_;
  long state_ = 0;             ///< incremented by whatever changes the next step
  long converged_state_ = -1;  ///< state for which convergence was measured

  mutable std::mutex mutex_;  ///< guards all below
  std::condition_variable changed_;
  std::deque<Asked> asks_;
  std::map<std::size_t, ParameterValue> values_;
  // The same, deferred to the end of the current frame.
  std::deque<Asked> later_asks_;
  std::map<std::size_t, ParameterValue> later_values_;
  long later_values_asked_ = 0;
  std::optional<glm::vec3> later_target_m_;
  std::optional<Breath> later_breath_;
  long values_asked_ = 0;
  long answered_ = 0;
  std::deque<Answered> answers_;
  bool stands_ = false;  ///< until deliver() has called the `then`
  std::optional<glm::vec3> target_m_;
  std::optional<Breath> breath_;
  MeasureWish wish_;
  int field_ = -1, published_field_ = -1;
  struct Frame {
    double frame_s;
    bool film;
    long number;
    bool waits;
    bool begun = false;
  };
  std::optional<Frame> frame_;
  long frames_asked_ = 0;
  bool held_ = false;
  bool whole_frames_ = false;
  bool quiet_ = false;
  bool ending_ = false;
  bool over_ = true;
  Clock::time_point ends_since_;
  std::optional<Clock::time_point> piece_since_;
  std::exception_ptr broken_;
  std::shared_ptr<const Readings> readings_;
  std::shared_ptr<HandOver> vertices_;
  std::vector<double> step_times_;
  std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace limber
