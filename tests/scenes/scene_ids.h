#pragma once

#include <string>
#include <vector>

#include "scenes/scene.h"

namespace limber {

inline std::vector<std::string> scene_ids() {
  std::vector<std::string> ids;
  for (const SceneEntry& entry : list_scenes()) ids.push_back(entry.id);
  return ids;
}

}  // namespace limber
