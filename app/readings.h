#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/parameter_copies.h"
#include "app/session.h"

namespace limber {

/// What a window shows of a simulation besides its vertices; copied between two steps.
struct Readings {
  long answered = 0;  ///< number of requests that it reflects
  Backend backend = Backend::serial;
  int threads = 1;
  double time_s = 0.0;
  double dt_s = 0.0;
  long steps_done = 0;
  StepCut step_cut;
  bool finite = true;
  Session::Divergence divergence;  ///< if not finite
  struct {
    double first_s = 0.0, last_s = 0.0;
    int states = 0;
    std::size_t bytes = 0, limit_bytes = 0;
    double max_gap_s = 0.0;
  } history;
  std::array<std::optional<double>, 3> ms_per_step;  ///< medians, by backend
  SystemCounts counts;
  std::vector<ParameterValue> values;  ///< of the parameters
  std::string compared_by;  ///< values in which side-by-side runs differ: "method jacobi"
  std::vector<World::SpawnOverride> spawn_overrides;
  std::string why_not_cut;  ///< see World
  std::map<std::string, double> residuals;
  long residuals_measured = 0;  ///< number of measurements
  std::vector<ConvergenceCurve> convergence;
  std::vector<IterationCount> iterations;
  std::vector<StageTime> stages;  ///< of the last piece of a frame; empty unless timed
  std::vector<std::string> notes;
  std::string trouble;
  int grabbed_vertex = -1;
  std::vector<int> pinned_vertices;

  std::optional<double> ms_of(Backend which) const { return ms_per_step[static_cast<int>(which)]; }
  std::optional<double> ms_now() const { return ms_of(backend); }
};

/// Everything that needs no measurement. The caller must own the session.
Readings readings_of(Session& session);

/// Quantities measured only while shown.
struct MeasureWish {
  bool residuals = false;
  bool convergence = false;
  bool stages = false;

  bool operator==(const MeasureWish&) const = default;
};

}  // namespace limber
