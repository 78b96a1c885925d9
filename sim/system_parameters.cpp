#include "sim/system_parameters.h"

#include <algorithm>

namespace limber {

Parameter world_dt_parameter(float& dt_s) {
  return {.key = "dt_s",
          .help =
              "Simulated time of a step of the world; systems whose own steps are shorter take "
              "several in one",
          .target = &dt_s,
          .low = 1e-4,
          .high = 0.02,
          .logarithmic = true};
}

SystemParameters::SystemParameters(const std::vector<NamedParameters>& systems,
                                   const std::string& differing, const Parameter& world) {
  if (systems.size() > 1) all_.push_back(world);
  add_copy(systems, differing);
}

void SystemParameters::add_copy(const std::vector<NamedParameters>& systems,
                                const std::string& differing) {
  for (const NamedParameters& system : systems)
    for (Parameter parameter : system.parameters) {
      if (systems.size() > 1 && !parameter.shared)
        parameter.key = system.system + "." + parameter.key;
      if (parameter.key == differing) continue;
      const auto leader = std::ranges::find(all_, parameter.key, &Parameter::key);
      if (leader == all_.end())
        all_.push_back(std::move(parameter));
      else
        followers_.push_back(
            {std::move(parameter), static_cast<std::size_t>(leader - all_.begin())});
    }
  share();
}

void SystemParameters::share() const {
  for (const Follower& follower : followers_) follower.parameter.set(all_[follower.leader].text());
}

}  // namespace limber
