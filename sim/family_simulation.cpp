#include "sim/family_simulation.h"

#include <algorithm>

namespace limber {

void FamilySimulation::advance(const FrameRequest& request) {
  for (int left = request.steps; left > 0; left -= most_steps_)
    run_steps(std::min(left, most_steps_), left <= most_steps_ && request.blend < 1.0f);
  if (request.steps > 0) frames().watch();
  if (!request.publish.empty()) frames().publish(*exec_, [&] { publish(request); });
}

}  // namespace limber
