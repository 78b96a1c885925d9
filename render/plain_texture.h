#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"
#include "render/image.h"

namespace limber {

/// A texture with one level, clamped to its edges. format: OpenGL's sized internal format. linear:
/// linear filtering, which integer formats do not support.
GlTexture make_plain_texture(unsigned format, glm::ivec2 size, bool linear = false);
/// From a picture, mipmapped for downscaled display.
GlTexture make_texture_of(const Image& image);
GlTexture make_plain_array(unsigned format, glm::ivec2 size, int layers);

}  // namespace limber
