#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "kernels/exec.h"
#include "sim/system.h"

namespace limber {

/// The bodies of a system of which a world can have more while it runs.
class BodySpawner {
 public:
  virtual ~BodySpawner() = default;
  /// Of each of System::positions_m() the body that it belongs to; -1: of that one there is no
  /// other, as where it is held.
  virtual const std::vector<int>& bodies() const = 0;
  /// Of a box around such a body as it begins, along the axes of space.
  virtual glm::vec3 half_size_m(int body) const = 0;
  /// One more, as it began but at rest and nowhere held, with the middle of that box there.
  virtual std::unique_ptr<System> make(Exec& exec, int body, const glm::vec3& middle_m) const = 0;
};

}  // namespace limber
