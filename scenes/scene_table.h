#pragma once

#include <string>
#include <vector>

#include "scenes/key.h"

namespace limber {

/// What stands at the top of a scene file, outside of all tables.
struct SceneTable {
  std::string family;
  std::string title;
  std::string about;
  std::string elements = "linear";
  bool unshare = false;
  bool grown_under_gravity = true;
};

std::vector<Key> keys_of(SceneTable& table);

}  // namespace limber
