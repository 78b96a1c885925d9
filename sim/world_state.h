#pragma once

#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "sim/archive.h"

namespace limber {

/// The state of a world at one time: all that its next step depends on except the parameters.
struct WorldState {
  std::vector<ArchivedState> groups;
  double time_s = 0.0;  ///< simulated since the start
  glm::vec3 mouse_target_m{0.0f};
  /// values at that time, by key: for comparison only
  std::map<std::string, std::string> parameters;

  std::size_t bytes() const;
  bool is_finite() const;  ///< according to the flag that steps raise. Waits.
};

}  // namespace limber
