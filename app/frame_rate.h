#pragma once

#include <deque>

namespace limber {

/// Frame time and rate, averaged over the last second.
class FrameRate {
 public:
  void add(double real_s) {
    frames_s_.push_back(real_s);
    real_s_ += real_s;
    while (frames_s_.size() > 1 && real_s_ - frames_s_.front() >= window_s) {
      real_s_ -= frames_s_.front();
      frames_s_.pop_front();
    }
  }

  /// Zero before the first frame.
  double frame_ms() const {
    return frames_s_.empty() ? 0.0 : 1e3 * real_s_ / static_cast<double>(frames_s_.size());
  }
  double fps() const {
    return real_s_ > 0.0 ? static_cast<double>(frames_s_.size()) / real_s_ : 0.0;
  }

 private:
  static constexpr double window_s = 1.0;
  std::deque<double> frames_s_;
  double real_s_ = 0.0;
};

}  // namespace limber
