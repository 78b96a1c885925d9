#include "render/gl_messages.h"

#include <glad/gl.h>

#include <utility>

namespace limber {

namespace {

// Keeps the first ones: they are the causes, and a driver may repeat messages every frame.
constexpr std::size_t messages_kept = 100;

void GLAD_API_PTR heard(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length,
                        const GLchar* text, const void* listener) {
  const bool grave = severity == GL_DEBUG_SEVERITY_HIGH || type == GL_DEBUG_TYPE_ERROR ||
                     type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR;
  if (!grave) return;
  auto* messages = static_cast<GlMessages*>(const_cast<void*>(listener));
  messages->add(std::string(text, static_cast<std::size_t>(length)));
}

}  // namespace

void GlMessages::listen(bool debug) {
  glEnable(GL_DEBUG_OUTPUT);
  if (debug) glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(heard, this);
}

std::vector<std::string> GlMessages::take() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(messages_, {});
}

void GlMessages::add(std::string message) {
  const std::scoped_lock lock(mutex_);
  if (messages_.size() < messages_kept) messages_.push_back(std::move(message));
}

}  // namespace limber
