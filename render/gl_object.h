#pragma once

#include <utility>

// Owners of OpenGL's objects, without OpenGL's headers. Each deletes its object in the context that
// is current then, which must share with the one that made it.

namespace limber {

enum class GlKind { buffer, texture, framebuffer, vertex_array, sampler, program, shader };

template <GlKind kind>
class GlObject {
 public:
  GlObject() = default;
  explicit GlObject(unsigned name) : name_(name) {}
  ~GlObject() { reset(); }
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    if (this != &other) {
      reset();
      name_ = std::exchange(other.name_, 0);
    }
    return *this;
  }

  unsigned name() const { return name_; }
  explicit operator bool() const { return name_ != 0; }
  void reset() noexcept;

 private:
  unsigned name_ = 0;
};

using GlBuffer = GlObject<GlKind::buffer>;
using GlTexture = GlObject<GlKind::texture>;
using GlFramebuffer = GlObject<GlKind::framebuffer>;
using GlVertexArray = GlObject<GlKind::vertex_array>;
using GlSampler = GlObject<GlKind::sampler>;
using GlProgram = GlObject<GlKind::program>;
using GlShader = GlObject<GlKind::shader>;

GlBuffer make_buffer();
GlTexture make_texture(unsigned target);
/// The same texels in another format, with parameters of its own. of: with one level and layer.
GlTexture make_view(const GlTexture& of, unsigned target, unsigned format);
GlFramebuffer make_framebuffer();
GlVertexArray make_vertex_array();
GlSampler make_sampler();

/// A point in OpenGL's stream of commands that can be waited for.
class GlFence {
 public:
  GlFence() = default;
  ~GlFence() { reset(); }
  GlFence(GlFence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
  GlFence& operator=(GlFence&& other) noexcept {
    std::swap(sync_, other.sync_);
    return *this;
  }

  void place();         ///< after all that was called so far
  bool passed() const;  ///< true if none was placed
  /// Throws Error(unavailable) when the GPU has not come by within a minute.
  void wait() const;
  void reset() noexcept;

 private:
  void* sync_ = nullptr;
};

}  // namespace limber
