#pragma once

#include <deque>

namespace limber {

/// What the frames of the last second cost in real time, and how much simulated time they showed.
class FrameRate {
 public:
  void add(double real_s, double simulated_s) {
    frames_.push_back({real_s, simulated_s});
    real_s_ += real_s;
    simulated_s_ += simulated_s;
    while (frames_.size() > 1 && real_s_ - frames_.front().real_s >= window_s) {
      real_s_ -= frames_.front().real_s;
      simulated_s_ -= frames_.front().simulated_s;
      frames_.pop_front();
    }
  }

  /// Zero before the first frame.
  double frame_ms() const {
    return frames_.empty() ? 0.0 : 1e3 * real_s_ / static_cast<double>(frames_.size());
  }
  double fps() const { return real_s_ > 0.0 ? static_cast<double>(frames_.size()) / real_s_ : 0.0; }
  /// 1: as fast as in the world; 0.5: slow motion.
  double times_real_time() const { return real_s_ > 0.0 ? simulated_s_ / real_s_ : 0.0; }

 private:
  static constexpr double window_s = 1.0;
  struct Frame {
    double real_s;
    double simulated_s;
  };
  std::deque<Frame> frames_;
  double real_s_ = 0.0;
  double simulated_s_ = 0.0;
};

}  // namespace limber
