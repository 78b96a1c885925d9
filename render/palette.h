#pragma once

#include <glm/glm.hpp>

namespace limber {

/// The colour of a colour class, sRGB: 20 distinct colours, then generated hues.
glm::vec3 constraint_color(int index);

/// The viridis colour map, sRGB; t is clamped to [0, 1].
glm::vec3 field_color(float t);

/// Converts sRGB in [0, 1] to the linear colours of shaders and materials.
glm::vec3 linear_from_srgb(glm::vec3 srgb);

}  // namespace limber
