#include "render/gl_object.h"

#include <glad/gl.h>

#include "kernels/error.h"

namespace limber {

template <GlKind kind>
void GlObject<kind>::reset() noexcept {
  if (!name_) return;
  if constexpr (kind == GlKind::buffer) glDeleteBuffers(1, &name_);
  if constexpr (kind == GlKind::texture) glDeleteTextures(1, &name_);
  if constexpr (kind == GlKind::framebuffer) glDeleteFramebuffers(1, &name_);
  if constexpr (kind == GlKind::vertex_array) glDeleteVertexArrays(1, &name_);
  if constexpr (kind == GlKind::sampler) glDeleteSamplers(1, &name_);
  if constexpr (kind == GlKind::program) glDeleteProgram(name_);
  if constexpr (kind == GlKind::shader) glDeleteShader(name_);
  if constexpr (kind == GlKind::query) glDeleteQueries(1, &name_);
  name_ = 0;
}

template class GlObject<GlKind::buffer>;
template class GlObject<GlKind::texture>;
template class GlObject<GlKind::framebuffer>;
template class GlObject<GlKind::vertex_array>;
template class GlObject<GlKind::sampler>;
template class GlObject<GlKind::program>;
template class GlObject<GlKind::shader>;
template class GlObject<GlKind::query>;

GlBuffer make_buffer() {
  unsigned name = 0;
  glCreateBuffers(1, &name);
  return GlBuffer(name);
}

GlTexture make_texture(unsigned target) {
  unsigned name = 0;
  glCreateTextures(target, 1, &name);
  return GlTexture(name);
}

GlTexture make_view(const GlTexture& of, unsigned target, unsigned format) {
  unsigned name = 0;
  glGenTextures(1, &name);  // glTextureView needs a name without a target
  glTextureView(name, target, of.name(), format, 0, 1, 0, 1);
  return GlTexture(name);
}

GlFramebuffer make_framebuffer() {
  unsigned name = 0;
  glCreateFramebuffers(1, &name);
  return GlFramebuffer(name);
}

GlVertexArray make_vertex_array() {
  unsigned name = 0;
  glCreateVertexArrays(1, &name);
  return GlVertexArray(name);
}

GlSampler make_sampler() {
  unsigned name = 0;
  glCreateSamplers(1, &name);
  return GlSampler(name);
}

GlQuery make_timestamp_query() {
  unsigned name = 0;
  glCreateQueries(GL_TIMESTAMP, 1, &name);
  return GlQuery(name);
}

std::size_t max_storage_block_bytes() {
  GLint64 most = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
  return static_cast<std::size_t>(most);
}

void GlFence::place() {
  reset();
  sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

bool GlFence::passed() const {
  if (!sync_) return true;
  // The flush ensures that polling terminates.
  const GLenum answer = glClientWaitSync(static_cast<GLsync>(sync_), GL_SYNC_FLUSH_COMMANDS_BIT, 0);
  return answer == GL_ALREADY_SIGNALED || answer == GL_CONDITION_SATISFIED;
}

void GlFence::wait() const {
  if (!sync_) return;
  constexpr GLuint64 a_minute_ns = 60'000'000'000;  // a huge picture drawn by the CPU
  const GLenum answer =
      glClientWaitSync(static_cast<GLsync>(sync_), GL_SYNC_FLUSH_COMMANDS_BIT, a_minute_ns);
  if (answer == GL_TIMEOUT_EXPIRED || answer == GL_WAIT_FAILED)
    throw Error(ExitCode::unavailable,
                "OpenGL has not finished a picture within a minute; its driver has stopped "
                "answering, restart the program");
}

void GlFence::reset() noexcept {
  if (sync_) glDeleteSync(static_cast<GLsync>(sync_));
  sync_ = nullptr;
}

}  // namespace limber
