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

/// Runs a session in a thread of its own, so that its window never waits for a step.
///
/// The thread owns the session while it runs. The window asks, and what it asks for is done between
/// two steps; it shows vertices (HandOver) and readings, which are copied after each piece of a
/// frame. It may touch the session itself before start(), in the `then` of what it asked for, and
/// once ended().
class Simulator {
 public:
  /// wake: called in the simulation's thread when there is something new. Both must outlive this
  /// object.
  Simulator(Session& session, std::function<void()> wake);
  /// Ends after the step that is under way.
  ~Simulator();
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;

  void start();
  /// Ends after the step that is under way, without waiting for it.
  void end();
  bool ended() const;  ///< or never started: the session is the caller's
  void wait_for_end();

  // ---- What is asked for ----
  using Work = std::function<void(Session&)>;
  /// failed: what `work` threw, or null. The simulation stands until it returns.
  using Then = std::function<void(std::exception_ptr failed)>;
  /// Does `work` between two steps. Then, in the window's thread, deliver() calls `then`; without
  /// one it throws what `work` threw.
  void ask(Work work, Then then = {}) { ask({std::move(work), std::move(then)}); }
  /// The same, and a frame that was asked for by now ends there.
  void ask_to_break_off(Work work, Then then = {}) {
    ask({std::move(work), std::move(then), true});
  }
  /// Another value for a parameter, by its place among the world's. The newest of several counts; a
  /// value that does not go with the others goes back to what it was, and deliver() throws why.
  void ask_for_value(std::size_t parameter, ParameterValue value);
  /// From now on nothing is said of values that are refused: another simulation says so.
  void refuse_quietly() { quiet_ = true; }
  long asked() const { return asked_; }  ///< how many times, to compare with Readings::answered
  /// Where what is held is pulled to from the next step on.
  void drag_to(glm::vec3 target_m);
  /// The air that is blown from the next step on.
  void blow(const Breath& breath);
  void measure(const MeasureWish& wish);
  /// Publishes the values of that field from now on; -1: of none.
  void show_field(int field);
  /// Where vertices are published from now on; for `then` and before start().
  void publish_into(std::shared_ptr<HandOver> vertices);
  /// Publishes the state as it is, whatever goes on; for the same.
  void publish_here();
  /// Leaves what was asked for of parameters undone: there are others now. For the same.
  void forget_values();

  // ---- Frames ----
  /// Simulates so much more. There must be no frame under way. film: nothing is shown before it is
  /// whole. waits: it is under way, but begins with take_turn().
  void begin_frame(double frame_s, bool film, bool waits = false);
  void take_turn();
  bool frame_under_way() const;
  /// Whether what is asked for, and hold(), wait for the end of the frame that is under way, as far
  /// as it is not broken off, so that several simulations do it at the same time of theirs.
  void answer_between_frames(bool whole);
  /// Whether a frame goes on: one that is held goes on after what was asked for in between.
  void hold(bool held);

  // ---- What there is to show ----
  /// Calls what is to follow on what was asked for. Throws what went wrong with it; what follows
  /// on the rest comes with the next call.
  void deliver();
  /// Throws what ended the simulation, if something did.
  void check() const;
  std::shared_ptr<const Readings> readings() const;  ///< the newest; never null after start()
  std::shared_ptr<HandOver> vertices() const;
  /// For how long the steps that run now, or what was asked for, have been running; 0: none do.
  double piece_s() const;
  /// Step times since the last call, milliseconds a step.
  std::vector<double> take_step_times();

 private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;
  struct Asked {
    Work work;
    Then then;
    bool breaks_off = false;
    long frame = 0;  ///< that it breaks off
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

  // The window's thread alone.
  long asked_ = 0;

  // The simulation's thread, or whoever has the session.
  MeasureWish measured_;  ///< as the world was told, ...
  bool told_ = false;     ///< ... if it was
  Clock::time_point residuals_at_, curves_wanted_at_;
  long residuals_measured_ = 0;
  std::map<std::string, double> residuals_;
  std::optional<Session::Divergence> divergence_;
  long state_ = 0;             ///< counts whatever changes the next step
  long converged_state_ = -1;  ///< whose convergence was measured

  mutable std::mutex mutex_;  ///< of all below
  std::condition_variable changed_;
  std::deque<Asked> asks_;
  std::map<std::size_t, ParameterValue> values_;
  // The same, for after the frame that is under way.
  std::deque<Asked> later_asks_;
  std::map<std::size_t, ParameterValue> later_values_;
  long later_values_asked_ = 0;
  std::optional<glm::vec3> later_target_m_;
  std::optional<Breath> later_breath_;
  long values_asked_ = 0;
  long answered_ = 0;
  std::deque<Answered> answers_;
  bool stands_ = false;  ///< until deliver() has called what follows
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
