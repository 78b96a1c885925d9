#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/parameter.h"

namespace limber {

/// The parameters of a system, and what it is called where there are several.
struct NamedParameters {
  std::string system;
  std::vector<Parameter> parameters;
};

/// The step of a world of several systems.
Parameter world_dt_parameter(float& dt_s);

/// The parameters of all systems of a world under one roof. Where there are several systems keys
/// begin with the system's name ("cloth.iterations"), but for those that all share.
class SystemParameters {
 public:
  SystemParameters() = default;
  /// differing: the key of one that is left out, since copies of the world differ in it. world:
  /// what the world itself adds where it has several systems.
  SystemParameters(const std::vector<NamedParameters>& systems, const std::string& differing,
                   const Parameter& world);

  std::vector<Parameter>& all() { return all_; }
  /// Those of a copy of this world take the values of these.
  void add_copy(const std::vector<NamedParameters>& systems, const std::string& differing);
  /// Gives the value of each to all that have it in common.
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
