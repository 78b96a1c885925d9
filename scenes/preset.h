#pragma once

#include <string>
#include <vector>

namespace limber {

/// [[preset]]: values for some of a scene's parameters, by a name.
struct Preset {
  std::string name;
  std::string about;
  std::vector<std::string> settings;  ///< "key=value"
};

}  // namespace limber
