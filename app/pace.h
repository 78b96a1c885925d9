#pragma once

#include <deque>

namespace limber {

/// Ratio of simulated to real time, however long steps take. Times in seconds: now_s of a clock,
/// simulated_s of the scene.
class Pace {
 public:
  /// Restarts the measurement.
  void begin(double now_s, double simulated_s) {
    shown_ = {{now_s, simulated_s}}, start_ = shown_[0];
  }
  /// Records the simulated time shown now.
  void show(double now_s, double simulated_s) {
    // Simulated time jumps back on a reset.
    if (shown_.empty() || simulated_s < shown_.back().simulated_s) begin(now_s, simulated_s);
    if (simulated_s != shown_.back().simulated_s) shown_.push_back({now_s, simulated_s});
    while (shown_.size() > 2 && now_s - shown_[1].now_s >= window_s) shown_.pop_front();
    now_s_ = now_s;
  }

  /// Over about the last second, or the last step if that took longer. 1: real time; 0.5: slow
  /// motion.
  double times_real_time() const {
    if (shown_.size() < 2) return 0.0;
    const double took_s = shown_.back().now_s - shown_.front().now_s;
    const double waits_s = now_s_ - shown_.back().now_s;  // for the step that is under way
    const double real_s = waits_s > took_s ? took_s + waits_s : took_s;
    return real_s > 0.0 ? (shown_.back().simulated_s - shown_.front().simulated_s) / real_s : 0.0;
  }
  /// How far simulated time is behind `speed` times real time, since begin().
  double behind_s(double speed = 1.0) const {
    if (shown_.empty()) return 0.0;
    return speed * (now_s_ - start_.now_s) - (shown_.back().simulated_s - start_.simulated_s);
  }

 private:
  static constexpr double window_s = 1.0;
  struct Shown {
    double now_s;
    double simulated_s;
  };
  std::deque<Shown> shown_;
  Shown start_{0.0, 0.0};
  double now_s_ = 0.0;
};

/// Paces the frames of a film, at most at real time. In seconds.
class FilmClock {
 public:
  void begin() { since_s_ = 0.0; }
  void pass(double real_s, double frame_s) {
    since_s_ = since_s_ + real_s < 2.0 * frame_s ? since_s_ + real_s : 2.0 * frame_s;
  }
  /// Whether a frame is due; if so, the next is due one frame later.
  bool take(double frame_s) {
    // Screen frames come a little early or late; this averages out.
    constexpr double early = 0.25;
    if (since_s_ < (1.0 - early) * frame_s) return false;
    since_s_ -= frame_s;
    return true;
  }

 private:
  double since_s_ = 0.0;
};

}  // namespace limber
