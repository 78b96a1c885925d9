#pragma once

#include <deque>
#include <string>
#include <variant>
#include <vector>

#include "sim/parameter.h"

namespace limber {

/// A parameter's value, of the type that its target has.
using ParameterValue = std::variant<bool, int, float, glm::vec3, std::string>;
ParameterValue value_of(const Parameter& parameter);
/// Of that type, too. Ranges are not looked at.
void assign(const Parameter& parameter, const ParameterValue& value);

/// Parameters like those of a running world, with values of their own: a window shows and changes
/// these while the simulation's thread uses the world's.
class ParameterCopies {
 public:
  ParameterCopies() = default;
  explicit ParameterCopies(const std::vector<Parameter>& originals);
  ParameterCopies(ParameterCopies&&) = default;
  ParameterCopies& operator=(ParameterCopies&&) = default;

  const std::vector<Parameter>& all() const { return all_; }
  /// Those that the originals had, one a parameter.
  void take(const std::vector<ParameterValue>& values);

 private:
  std::deque<ParameterValue> values_;  ///< stay where they are
  std::vector<Parameter> all_;
};

}  // namespace limber
