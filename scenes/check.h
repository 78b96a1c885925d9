#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernels/exec.h"
#include "sim/world.h"

namespace limber {

/// What was drawn of a scene until it is checked.
struct WatchedScene;

/// Something that is measured of what a scene draws, and that its file may set bounds to.
struct CheckKey {
  enum class Bound { at_least, at_most, range };  ///< range: both, written [low, high]

  const char* key;  ///< in [check], with its unit
  const char* help;
  Bound bound;
  double low, high;  ///< of the numbers that a file may say
  double (*measure)(const WatchedScene& scene);
};

std::span<const CheckKey> check_keys();

/// What a measure may be, both included.
struct CheckBounds {
  double low, high;
};

/// What must hold of a scene after some time, on every solver.
struct SceneCheck {
  double after_s = 5.0;                            ///< simulated time at which it has to hold
  std::map<std::string, double> largest_residual;  ///< by constraint type, as the solver says
  std::map<std::string, CheckBounds> bounds;       ///< by CheckKey::key
};

struct CheckResult {
  std::map<std::string, double> measured;  ///< by type of residual and by key: what was asked for
  std::vector<std::string> failures;       ///< sentences with value and bound
};

/// What the simulation draws now, on the host. Waits for the solver.
std::vector<PublishedVertex> published_now(World& world, Exec& exec);

/// Runs a simulation that stands at its start until check.after_s, looks at what it publishes, and
/// says what does not hold. `exec`: where it runs. Waits for the solver.
CheckResult run_check(World& world, Exec& exec, const SceneCheck& check);

}  // namespace limber
