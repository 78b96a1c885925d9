#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"

namespace limber {

/// Textures of one level, clamped to their edges. format: sized, as OpenGL names it.
/// linear: to look them up between texels, which whole numbers cannot be.
GlTexture make_plain_texture(unsigned format, glm::ivec2 size, bool linear = false);
GlTexture make_plain_array(unsigned format, glm::ivec2 size, int layers);

}  // namespace limber
