#pragma once

#include <glm/glm.hpp>

namespace limber {

/// The colour of the index-th colour class, sRGB: 20 that the eye tells apart, then ever new hues.
glm::vec3 constraint_color(int index);

/// Perceptual map from dark violet over green to yellow (viridis), sRGB; t is clamped to [0, 1].
glm::vec3 field_color(float t);

/// From sRGB in [0, 1], as people name colours, to the linear light that shaders and materials use.
glm::vec3 linear_from_srgb(glm::vec3 srgb);

}  // namespace limber
