#pragma once

#include <string>
#include <vector>

namespace limber {

struct ConstraintCount {
  std::string type;
  int count = 0;
  int colors = 0;  ///< 0 where none are needed
};

/// A number that only some kinds of systems have.
struct NamedCount {
  std::string key;    ///< in --stats: "elements", "bodies" ...
  std::string label;  ///< in the panel
  long long value = 0;
};

/// Sizes of a system, as --stats and the panel show them.
struct SystemCounts {
  int particles = 0;
  std::string particles_label = "Particles";  ///< in the panel; empty: another count tells as much
  int vertices = 0;
  std::vector<ConstraintCount> constraints;
  std::vector<NamedCount> others;
  std::string residual_help;  ///< a sentence on what the residuals are, without its full stop

  /// 0 where there is none of that key.
  long long operator[](const std::string& key) const {
    for (const NamedCount& count : others)
      if (count.key == key) return count.value;
    return 0;
  }
};

/// How an error falls from iteration to iteration within one step.
struct ConvergenceCurve {
  std::string label;             ///< type of constraint
  std::string unit;              ///< of the residuals
  std::vector<double> residual;  ///< before the first iteration, then after every `stride`
  int stride = 1;
  double ms_per_iteration = 0.0;  ///< of the step as it runs; 0 while unknown
};

/// How often a step goes over all constraints.
struct IterationCount {
  std::string method;  ///< that iterates
  int count = 0;
  std::string key{};  ///< in --stats; empty: not there
};

struct StepTime {
  double ms = 0.0;
  int steps = 0;
};

}  // namespace limber
