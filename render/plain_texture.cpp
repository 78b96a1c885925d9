#include "render/plain_texture.h"

#include <glad/gl.h>

namespace limber {

namespace {

void set_lookup(const GlTexture& texture, GLint filter) {
  for (const GLenum which : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTextureParameteri(texture.name(), which, filter);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTextureParameteri(texture.name(), wrap, GL_CLAMP_TO_EDGE);
}

}  // namespace

GlTexture make_plain_texture(unsigned format, glm::ivec2 size, bool linear) {
  GlTexture texture = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(texture.name(), 1, format, size.x, size.y);
  set_lookup(texture, linear ? GL_LINEAR : GL_NEAREST);
  return texture;
}

GlTexture make_texture_of(const Image& image) {
  constexpr int levels = 4;
  GlTexture texture = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(texture.name(), levels, GL_RGBA8, image.width, image.height);
  glTextureSubImage2D(texture.name(), 0, 0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE,
                      image.rgba8.data());
  glGenerateTextureMipmap(texture.name());
  set_lookup(texture, GL_LINEAR);
  glTextureParameteri(texture.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  return texture;
}

GlTexture make_plain_array(unsigned format, glm::ivec2 size, int layers) {
  GlTexture texture = make_texture(GL_TEXTURE_2D_ARRAY);
  glTextureStorage3D(texture.name(), 1, format, size.x, size.y, layers);
  set_lookup(texture, GL_NEAREST);
  return texture;
}

}  // namespace limber
