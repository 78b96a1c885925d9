#pragma once

#include <algorithm>

#include "sim/joints/joints_settings.h"

namespace limber {

/// Of rigid bodies that come into a running world, about so large, where no scene file says how
/// they are to be solved.
inline JointsSettings settings_of_spawned(float radius_m) {
  JointsSettings settings;
  settings.dt_s = 0.05f;  // as long as the world's steps
  settings.restitution = 0.3f;
  settings.sleep_after_s = 0.0f;  // pairs need not be known ahead then
  settings.contact_distance_m = std::min(0.1f * radius_m, 0.01f);
  return settings;
}

}  // namespace limber
