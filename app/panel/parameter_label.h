#pragma once

#include <string>
#include <string_view>

namespace limber {

/// A parameter's key, split into name and unit: "gravity_m_s2" is "gravity" in "m/s\u00b2".
struct ParameterLabel {
  std::string name;  ///< with spaces
  std::string unit;  ///< empty for plain numbers
};
ParameterLabel label_of(std::string_view key);

}  // namespace limber
