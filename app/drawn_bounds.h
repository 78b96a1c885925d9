#pragma once

#include <glm/glm.hpp>
#include <span>

#include "sim/mesh/box.h"
#include "sim/publish.h"

namespace limber {

/// Bounding box of everything in a draw list that moves, as last published: surfaces, instances and
/// fluids, without foam and colliders. If there is none, or it is not finite, the initial bounding
/// box.
Box bounds_of(const DrawList& list, std::span<const PublishedVertex> vertices);

}  // namespace limber
