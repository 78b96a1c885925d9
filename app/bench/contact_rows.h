#pragma once

#include <functional>

#include "app/bench/bench.h"
#include "scenes/scene.h"

namespace limber {

/// A scene in which much touches, and what is measured of it.
struct ContactScene {
  std::string name;
  std::function<Scene()> open;
  double run_s;                         ///< of simulated time, all of it measured
  std::vector<std::string> settings{};  ///< in which it differs from the scene
  /// gpu_first: a processor takes some steps from where a GPU has led; gpu: it takes none.
  enum class Solvers { all, gpu_first, gpu } solvers = Solvers::all;
  /// Whether `contact_distance_m` switches its contacts off, so that the solver can be seen alone.
  bool can_be_off = true;
  std::optional<double> paper_ms{}, paper_slowest_ms{};
};

/// A whole run on the fastest solver that is there, and one without contacts; what crosses at its
/// end, the stages of a step there, and such steps on the processor.
std::vector<BenchRow> contact_rows(const ContactScene& contact, int threads);

}  // namespace limber
