#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"
#include "render/image.h"

namespace limber {

/// Textures of one level by default, clamped to their edges. format: sized, as OpenGL names it.
/// linear: to look them up between texels, which whole numbers cannot be.
GlTexture make_plain_texture(unsigned format, glm::ivec2 size, bool linear = false);
/// Of a picture, to be shown smaller than it is.
GlTexture make_texture_of(const Image& image);
GlTexture make_plain_array(unsigned format, glm::ivec2 size, int layers);

}  // namespace limber
