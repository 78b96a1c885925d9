#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "app/stats.h"
#include "kernels/exec.h"
#include "kernels/frame_graphs.h"

namespace limber {

/// Seconds per call of `launches` on `exec`, measured over frames of `calls` calls each, recorded
/// once and replayed, so that launches cost what they do in a frame. Takes about a second, but
/// three frames at least. recorded: false for calls that cannot be recorded.
inline MedianAndP95 seconds_per_call(Exec& exec, int calls, const std::function<void()>& launches,
                                     bool recorded = true) {
  constexpr int min_frames = 3, max_frames = 30;
  constexpr double enough_s = 1.0;
  FrameGraphs frames;
  const auto seconds = [&] {
    exec.synchronize();
    const auto start = std::chrono::steady_clock::now();
    const auto frame = [&] {
      for (int i = 0; i < calls; ++i) launches();
    };
    if (recorded)
      frames.run(exec, 1, frame);
    else
      frame();
    exec.synchronize();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
  };
  seconds();  // records and warms up
  std::vector<double> times;
  double sum_s = 0.0;
  while (static_cast<int>(times.size()) < min_frames ||
         (static_cast<int>(times.size()) < max_frames && sum_s < enough_s)) {
    times.push_back(seconds());
    sum_s += times.back() * calls;
  }
  return median_and_p95(times);
}

/// Calls per frame: on the GPU, enough to hide the launch of the frame.
inline int calls_for(const Exec& exec) { return exec.backend() == Backend::cuda ? 100 : 1; }

}  // namespace limber
