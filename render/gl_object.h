#pragma once

#include <cstddef>
#include <utility>

// RAII owners of OpenGL objects, without OpenGL's headers. They delete the object in the current
// context, which must share objects with the creating one.

namespace limber {

enum class GlKind { buffer, texture, framebuffer, vertex_array, sampler, program, shader, query };

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
using GlQuery = GlObject<GlKind::query>;

GlBuffer make_buffer();
GlTexture make_texture(unsigned target);
/// A texture view: the same texels in another format, with its own parameters. of: must have one
/// level and one layer.
GlTexture make_view(const GlTexture& of, unsigned target, unsigned format);
GlFramebuffer make_framebuffer();
GlVertexArray make_vertex_array();
GlSampler make_sampler();
GlQuery make_timestamp_query();

/// The maximum size of a buffer that shaders read and write.
std::size_t max_storage_block_bytes();

/// A fence in OpenGL's command stream.
class GlFence {
 public:
  GlFence() = default;
  ~GlFence() { reset(); }
  GlFence(GlFence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
  GlFence& operator=(GlFence&& other) noexcept {
    std::swap(sync_, other.sync_);
    return *this;
  }

  void place();         ///< after all commands so far
  bool passed() const;  ///< true if no fence was placed
  /// Throws Error(unavailable) if the GPU has not passed it within a minute.
  void wait() const;
  void reset() noexcept;

 private:
  void* sync_ = nullptr;
};

}  // namespace limber
