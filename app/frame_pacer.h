#pragma once

#include <algorithm>
#include <cmath>

namespace limber {

/// Turns frames of any length into whole steps of the simulation. What a frame shows lies between
/// the last two states, so that motion is even though frames hold different numbers of steps.
class FramePacer {
 public:
  struct Frame {
    int steps;
    float blend;  ///< as in FrameRequest
  };

  /// The frame that shows `frame_s` more simulated seconds, in steps of `dt_s`.
  Frame next(double frame_s, double dt_s) {
    ahead_s_ -= frame_s;
    // A rest of a billionth of a step is rounding, not time that is missing.
    const int steps = std::max(0, static_cast<int>(std::ceil(-ahead_s_ / dt_s - 1e-9)));
    ahead_s_ = std::max(0.0, ahead_s_ + steps * dt_s);
    return {steps, static_cast<float>(std::clamp(1.0 - ahead_s_ / dt_s, 0.0, 1.0))};
  }
  void reset() { ahead_s_ = 0.0; }
  double ahead_s() const { return ahead_s_; }  ///< of what has been shown
  void go_on(double ahead_s) { ahead_s_ = ahead_s; }

 private:
  double ahead_s_ = 0.0;  ///< simulated beyond what has been shown
};

}  // namespace limber
