#pragma once

#include <glm/glm.hpp>

namespace limber {

/// Runs the current compute program for all pixels, in groups of 8 x 8.
void dispatch_pixels(glm::ivec2 size_px);

/// The same for items, in as many rows of groups as OpenGL's limits need.
void dispatch_items(unsigned count, unsigned per_group);

}  // namespace limber
