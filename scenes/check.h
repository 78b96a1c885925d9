#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/exec.h"
#include "scenes/table_reader.h"
#include "sim/world.h"

namespace limber {

/// [check]: what must hold of a scene after some time, on every backend.
struct SceneCheck {
  float after_s = 5.0f;                           ///< simulated time at which it has to hold
  std::map<std::string, float> largest_residual;  ///< by constraint type, as the solver says
  std::map<std::string, Interval> bounds;         ///< of what is drawn, by key
};

/// Gives each measure of what is drawn bounds, which say nothing yet.
std::vector<Key> keys_of(SceneCheck& check);
/// With bounds of those measures only that the table names.
SceneCheck read_check(TableReader reader);

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
