#pragma once

#include <algorithm>

#include "sim/joints/joints_settings.h"

namespace limber {

/// Settings of rigid bodies added at run time, for which no scene file has any. radius_m:
/// approximate size.
inline JointsSettings settings_of_spawned(float radius_m) {
  JointsSettings settings;
  settings.dt_s = 0.05f;  // long enough for one step per step of the world
  settings.restitution = 0.3f;
  settings.sleep_after_s = 0.0f;  // no sleeping, so pairs need not be predicted
  settings.contact_distance_m = std::min(0.1f * radius_m, 0.01f);
  return settings;
}

}  // namespace limber
