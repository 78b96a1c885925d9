#include "app/bench/drawn_frames.h"

#include <chrono>
#include <cstdio>
#include <vector>

#include "app/standard_streams.h"
#include "kernels/error.h"

namespace limber {

std::unique_ptr<Context> context_for_pictures() {
  try {
    return Context::off_screen();
  } catch (const Error& error) {
    say("frames are not drawn: {}\n", error.what());
    return nullptr;
  }
}

MedianAndP95 frames_per_s(const std::function<void()>& frame) {
  using Clock = std::chrono::steady_clock;
  constexpr int warm_up = 20, fewest = 30;
  constexpr double enough_s = 0.5;
  std::vector<double> seconds;
  double sum_s = 0.0;
  for (int i = 0; i < warm_up + fewest || sum_s < enough_s; ++i) {
    const auto start = Clock::now();
    frame();
    if (i < warm_up) continue;
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    sum_s += seconds.back();
  }
  const MedianAndP95 s = median_and_p95(seconds);
  return {1.0 / s.median, 1.0 / s.p95};
}

}  // namespace limber
