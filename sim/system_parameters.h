#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/parameter.h"

namespace limber {

/// The parameters of a system, with its name as a prefix where there are several systems.
struct NamedParameters {
  std::string system;
  std::vector<Parameter> parameters;
};

/// The time step of a world of several systems.
Parameter world_dt_parameter(float& dt_s);

/// The parameters of all systems of a world. Where there are several systems, keys begin with the
/// system's name ("cloth.iterations"), except those of shared parameters.
class SystemParameters {
 public:
  SystemParameters() = default;
  /// differing: key of a parameter that is left out, since copies of the world differ in it. world:
  /// the world's own parameter, added where there are several systems.
  SystemParameters(const std::vector<NamedParameters>& systems, const std::string& differing,
                   const Parameter& world);

  std::vector<Parameter>& all() { return all_; }
  /// Adds parameters of a copy of this world, which follow the values of these.
  void add_copy(const std::vector<NamedParameters>& systems, const std::string& differing);
  /// Copies each value to the parameters that follow it.
  void share() const;

 private:
  struct Follower {
    Parameter parameter;
    std::size_t leader;  ///< in all_
  };
  std::vector<Parameter> all_;
  std::vector<Follower> followers_;
};

}  // namespace limber
