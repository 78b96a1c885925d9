#pragma once

#include <string>
#include <vector>

namespace limber {

struct ConstraintCount {
  std::string type;
  int count = 0;
  int colors = 0;  ///< 0: not coloured
};

/// A count that only some kinds of systems have.
struct NamedCount {
  std::string key;    ///< in --stats: "elements", "bodies" ...
  std::string label;  ///< in the panel
  long long value = 0;
};

/// Sizes of a system, for --stats and the panel.
struct SystemCounts {
  int particles = 0;
  /// in the panel; empty: not shown, as another count is equal
  std::string particles_label = "Particles";
  int vertices = 0;
  std::vector<ConstraintCount> constraints;
  std::vector<NamedCount> others;
  std::string residual_help;  ///< a sentence on the residuals, without its full stop

  /// The count with this key, or 0.
  long long operator[](const std::string& key) const {
    for (const NamedCount& count : others)
      if (count.key == key) return count.value;
    return 0;
  }
};

/// The residual after the iterations of one step.
struct ConvergenceCurve {
  std::string label;  ///< type of constraint
  std::string unit;   ///< of the residuals
  /// before the first iteration, then after every `stride` iterations
  std::vector<double> residual;
  int stride = 1;
  double ms_per_iteration = 0.0;  ///< of normal steps; 0 while unknown
};

/// How many iterations a step takes.
struct IterationCount {
  std::string method;  ///< the iterative method
  int count = 0;
  std::string key{};  ///< in --stats; empty: not listed
};

struct StepTime {
  double ms = 0.0;
  int steps = 0;
};

}  // namespace limber
