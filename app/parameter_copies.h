#pragma once

#include <deque>
#include <string>
#include <variant>
#include <vector>

#include "sim/parameter.h"

namespace limber {

/// A parameter's value, of its target's type.
using ParameterValue = std::variant<bool, int, float, glm::vec3, std::string>;
ParameterValue value_of(const Parameter& parameter);
/// `value` must have that type. Does not check ranges.
void assign(const Parameter& parameter, const ParameterValue& value);

/// Copies of a running world's parameters: the window shows and changes these while the simulation
/// thread uses the originals.
class ParameterCopies {
 public:
  ParameterCopies() = default;
  explicit ParameterCopies(const std::vector<Parameter>& originals);
  ParameterCopies(ParameterCopies&&) = default;
  ParameterCopies& operator=(ParameterCopies&&) = default;

  const std::vector<Parameter>& all() const { return all_; }
  /// Takes over the originals' values, one per parameter.
  void take(const std::vector<ParameterValue>& values);

 private:
  std::deque<ParameterValue> values_;  ///< stable addresses
  std::vector<Parameter> all_;
};

}  // namespace limber
