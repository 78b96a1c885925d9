#include "render/context.h"

#include <glad/gl.h>

#include <algorithm>

#include "kernels/error.h"

namespace limber {

namespace {

std::string text_of(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text ? reinterpret_cast<const char*>(text) : "";
}

bool names_software(const std::string& renderer) {
  for (const char* name : {"llvmpipe", "softpipe", "swrast", "SwiftShader"})
    if (renderer.find(name) != std::string::npos) return true;
  return false;
}

}  // namespace

void Context::start(FindFunction find, bool debug) {
  const int version = gladLoadGL(find);
  if (version == 0)
    throw Error(ExitCode::unavailable, "OpenGL has a context, but its functions cannot be loaded");
  info_.renderer = text_of(GL_RENDERER);
  info_.vendor = text_of(GL_VENDOR);
  info_.version = text_of(GL_VERSION);
  if (version < GLAD_MAKE_VERSION(4, 5))
    throw Error(ExitCode::unavailable, "OpenGL 4.5 is needed, and " + info_.renderer + " has " +
                                           info_.version + "; update its driver");
  info_.is_software = names_software(info_.renderer);
  GLint color_samples = 1, depth_samples = 1;
  glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &color_samples);
  glGetIntegerv(GL_MAX_DEPTH_TEXTURE_SAMPLES, &depth_samples);
  info_.max_samples = std::min(color_samples, depth_samples);
  messages_.listen(debug);
}

}  // namespace limber
