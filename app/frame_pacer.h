#pragma once

#include <algorithm>
#include <cmath>

namespace limber {

/// Divides frames of any length into whole simulation steps. A frame shows an interpolation of the
/// last two states, so that motion is smooth although frames have different numbers of steps.
class FramePacer {
 public:
  struct Frame {
    int steps;
    float blend;  ///< as in FrameRequest
  };

  /// The next frame, `frame_s` simulated seconds later, in steps of `dt_s`.
  Frame next(double frame_s, double dt_s) {
    ahead_s_ -= frame_s;
    // A remainder of 1e-9 steps is rounding error, not missing time.
    const int steps = std::max(0, static_cast<int>(std::ceil(-ahead_s_ / dt_s - 1e-9)));
    ahead_s_ = std::max(0.0, ahead_s_ + steps * dt_s);
    return {steps, static_cast<float>(std::clamp(1.0 - ahead_s_ / dt_s, 0.0, 1.0))};
  }
  void reset() { ahead_s_ = 0.0; }
  double ahead_s() const { return ahead_s_; }  ///< see ahead_s_
  void go_on(double ahead_s) { ahead_s_ = ahead_s; }

 private:
  double ahead_s_ = 0.0;  ///< simulated time beyond the last shown
};

}  // namespace limber
