#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "kernels/exec.h"
#include "sim/system.h"

namespace limber {

/// Copies bodies of a system into a running world.
class BodySpawner {
 public:
  virtual ~BodySpawner() = default;
  /// The body of each of System::positions_m(); -1 where that body cannot be copied, for example
  /// because it is held.
  virtual const std::vector<int>& bodies() const = 0;
  /// Of the axis-aligned bounding box of a body in its initial state.
  virtual glm::vec3 half_size_m(int body) const = 0;
  /// A copy in its initial shape, at rest and free, with the centre of that box at `middle_m`.
  virtual std::unique_ptr<System> make(Exec& exec, int body, const glm::vec3& middle_m) const = 0;
};

}  // namespace limber
