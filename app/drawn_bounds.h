#pragma once

#include <glm/glm.hpp>
#include <span>

#include "sim/publish.h"

namespace limber {

struct Box {
  glm::vec3 low_m, high_m;
};

/// A box around all of a draw list that moves, where it was published last: surfaces, copies of
/// meshes, fluids; without their white water, and without colliders. Where there is nothing of the
/// kind, or it is not finite, the box around what moves as it starts.
Box bounds_of(const DrawList& list, std::span<const PublishedVertex> vertices);

}  // namespace limber
