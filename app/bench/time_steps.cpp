#include "app/bench/time_steps.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "app/bench/measured_scene.h"

namespace limber {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int steps_per_frame = 2;  // for a frame of 1/60 s; one CUDA graph each
constexpr int warm_up_frames = 15;
constexpr int blocks = 20, blocks_of_slow = 5;
constexpr double block_s = 0.1;

double seconds_for(World& simulation, Exec& exec, int frames, int steps = steps_per_frame) {
  exec.synchronize();
  const auto start = Clock::now();
  for (int i = 0; i < frames; ++i) {
    simulation.advance({.steps = steps});
    while (simulation.poll_step_time()) {
    }
  }
  exec.synchronize();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

MedianAndP95 ms_per_step(World& simulation, Exec& exec) {
  double frame_s = seconds_for(simulation, exec, 1);
  const bool slow = frame_s > block_s;
  if (!slow) frame_s = seconds_for(simulation, exec, warm_up_frames) / warm_up_frames;
  const int frames = std::max(1, static_cast<int>(block_s / frame_s));
  std::vector<double> ms;
  for (int block = 0; block < (slow ? blocks_of_slow : blocks); ++block) {
    simulation.reset();
    seconds_for(simulation, exec, 1);  // a reset discards captured frames
    ms.push_back(1e3 * seconds_for(simulation, exec, frames) / (frames * steps_per_frame));
  }
  return median_and_p95(ms);
}

MedianAndP95 ms_per_step_from_here(World& simulation, Exec& exec) {
  constexpr int steps = 32;  // piles need about this many per 1/60 s
  constexpr int few_blocks = 8;
  constexpr double long_block_s = 0.25;
  seconds_for(simulation, exec, 1, 1);
  const bool slow = seconds_for(simulation, exec, 1, 1) > 0.1 * long_block_s;
  const int steps_per_block_frame = slow ? 2 : steps;
  const double frame_s = seconds_for(simulation, exec, 1, steps_per_block_frame);
  const int frames = std::max(1, static_cast<int>(long_block_s / frame_s));
  std::vector<double> ms;
  for (int block = 0; block < few_blocks; ++block)
    ms.push_back(1e3 * seconds_for(simulation, exec, frames, steps_per_block_frame) /
                 (frames * steps_per_block_frame));
  return median_and_p95(ms);
}

void run_until(World& simulation, Exec& exec, double time_s) {
  constexpr int steps = 32;
  while (simulation.time_s() < time_s) seconds_for(simulation, exec, 1, steps);
}

std::vector<StageTime> median_stages(const std::function<std::vector<StageTime>()>& frame) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<double>> ms;
  constexpr int frames = 12, warm_up = 2;
  for (int i = 0; i < frames; ++i) {
    const std::vector<StageTime> stages = frame();
    if (i < warm_up) continue;
    for (const StageTime& stage : stages) {
      if (!ms.contains(stage.label)) order.push_back(stage.label);
      ms[stage.label].push_back(stage.ms);
    }
  }
  std::vector<StageTime> medians;
  for (const std::string& label : order)
    medians.push_back({label, median_and_p95(ms[label]).median});
  return medians;
}

std::vector<StageTime> stages_of_step(World& simulation, Exec& exec) {
  simulation.set_profiling(true);
  const std::vector<StageTime> stages = median_stages([&] {
    simulation.advance({.steps = 1});
    exec.synchronize();
    return simulation.stages();
  });
  simulation.set_profiling(false);
  return stages;
}

BenchRow row_of_steps(const std::string& name, Backend backend, const MedianAndP95& ms) {
  return {.name = name,
          .backend = std::string(name_of(backend)),
          .metric = "ms_per_step",
          .unit = "ms",
          .value = ms.median,
          .p95 = ms.p95};
}

BenchRow row_of_scene(const char* id, Exec& exec, double after_s) {
  const std::unique_ptr<World> world = open_measured(id).build(exec);
  run_until(*world, exec, after_s);
  constexpr int frames = 60;
  const int steps = std::max(1, static_cast<int>(std::lround(1.0 / (60.0 * world->dt_s()))));
  seconds_for(*world, exec, 1, steps);  // records the frame
  std::vector<double> ms;
  for (int frame = 0; frame < frames; ++frame)
    ms.push_back(1e3 * seconds_for(*world, exec, 1, steps) / steps);
  return row_of_steps(id, exec.backend(), median_and_p95(ms));
}

std::vector<double> ms_of_each_step(World& world, Exec& exec, double until_s) {
  std::vector<double> ms;
  const auto take = [&] {
    while (const auto time = world.poll_step_time()) ms.push_back(time->ms / time->steps);
  };
  while (world.time_s() < until_s) {
    world.advance({.steps = 1});
    take();
  }
  exec.synchronize();
  take();
  return ms;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace limber
