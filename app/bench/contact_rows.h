#pragma once

#include <functional>

#include "app/bench/bench.h"
#include "scenes/scene.h"

namespace limber {

/// A scene with many contacts, and what to measure of it.
struct ContactScene {
  std::string name;
  std::function<Scene()> open;
  double run_s;                         ///< simulated time, all of it measured
  std::vector<std::string> settings{};  ///< overrides of the scene's parameters
  /// gpu_first: the CPU takes a few steps from the state that the GPU has reached; gpu: no CPU.
  enum class Solvers { all, gpu_first, gpu } solvers = Solvers::all;
  /// Whether `contact_distance_m` can disable its contacts, to time the solver alone.
  bool can_be_off = true;
  std::optional<double> paper_ms{}, paper_slowest_ms{};
};

/// A whole run on the fastest available solver, with and without contacts; the intersections at its
/// end, the stages of a step in that state, and the same steps on the CPU.
std::vector<BenchRow> contact_rows(const ContactScene& contact, int threads);

}  // namespace limber
