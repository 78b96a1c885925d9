#pragma once

#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "sim/archive.h"

namespace limber {

/// The state of a world at a time: all that its next step depends on, but for the parameters.
struct WorldState {
  std::vector<ArchivedState> groups;
  double time_s = 0.0;  ///< simulated since the start
  glm::vec3 mouse_target_m{0.0f};
  std::map<std::string, std::string> parameters;  ///< as they were, by key: to tell, not to set

  std::size_t bytes() const;
  bool is_finite() const;  ///< as far as steps have looked. Waits.
};

}  // namespace limber
