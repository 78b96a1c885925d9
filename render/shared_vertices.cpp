#include "render/shared_vertices.h"

#include <glad/gl.h>

#include <cstring>

#include "kernels/error.h"
#include "render/cuda_interop.h"
#include "render/gl_object.h"

namespace limber {

class SharedMemory::Way {
 public:
  virtual ~Way() = default;
  virtual Sharing sharing() const = 0;
  /// Called before the work is launched whose results go into one of the two buffers.
  virtual void begin(int which) { static_cast<void>(which); }
  /// Copies everything at `from`, on the backend's device, into one of the two buffers.
  virtual void copy(const void* from, int which) = 0;
  /// The OpenGL buffer, with the last copied content.
  virtual unsigned buffer(int which) = 0;
};

namespace {

GlBuffer make_plain_buffer(std::size_t bytes) {
  GlBuffer buffer = make_buffer();
  glNamedBufferData(buffer.name(), static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_DRAW);
  glClearNamedBufferData(buffer.name(), GL_R32F, GL_RED, GL_FLOAT, nullptr);
  return buffer;
}

/// The CPU copies into OpenGL's memory.
class Mapped : public SharedMemory::Way {
 public:
  explicit Mapped(std::size_t bytes) : bytes_(bytes) {
    constexpr GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    for (Side& side : sides_) {
      side.buffer = make_buffer();
      glNamedBufferStorage(side.buffer.name(), static_cast<GLsizeiptr>(bytes), nullptr, access);
      side.memory =
          glMapNamedBufferRange(side.buffer.name(), 0, static_cast<GLsizeiptr>(bytes), access);
      if (!side.memory)
        throw Error(ExitCode::unavailable, "OpenGL has no memory for " +
                                               std::to_string(bytes >> 20) +
                                               " MiB of vertices; take a smaller scene");
      std::memset(side.memory, 0, bytes);
    }
  }
  Sharing sharing() const override { return Sharing::mapped; }
  void copy(const void* from, int which) override {
    sides_[which].drawn.wait();
    std::memcpy(sides_[which].memory, from, bytes_);
    // All draws from the other buffer have been issued by now, since this one is the front.
    sides_[1 - which].drawn.place();
  }
  unsigned buffer(int which) override { return sides_[which].buffer.name(); }

 private:
  struct Side {
    GlBuffer buffer;
    void* memory = nullptr;
    GlFence drawn;
  };
  std::size_t bytes_;
  Side sides_[2];
};

/// CUDA copies within GPU memory, into OpenGL's buffer. It is mapped before the steps are launched,
/// so that the mapping, slow on the host, overlaps with them.
class Interop : public SharedMemory::Way {
 public:
  Interop(std::size_t bytes, device::Stream stream) : bytes_(bytes), stream_(stream) {
    for (Side& side : sides_) {
      side.buffer = make_plain_buffer(bytes);
      side.registered = std::make_unique<interop::RegisteredBuffer>(side.buffer.name());
    }
  }
  Sharing sharing() const override { return Sharing::interop; }
  void begin(int which) override {
    interop::RegisteredBuffer& to = *sides_[which].registered;
    to.unmap();  // an error may have left it mapped
    mapped_ = to.map(stream_);
  }
  void copy(const void* from, int which) override {
    device::copy_within_device(mapped_, from, bytes_, stream_);
    sides_[which].registered->unmap();
  }
  unsigned buffer(int which) override { return sides_[which].buffer.name(); }

 private:
  struct Side {
    GlBuffer buffer;
    std::unique_ptr<interop::RegisteredBuffer> registered;  // destroyed before the buffer
  };
  std::size_t bytes_;
  device::Stream stream_;
  void* mapped_ = nullptr;
  Side sides_[2];
};

/// Copied to the host as soon as it is written, and to OpenGL when it is drawn.
class Upload : public SharedMemory::Way {
 public:
  Upload(std::size_t bytes, device::Stream stream) : bytes_(bytes), stream_(stream) {
    // Not cleared by OpenGL: NVIDIA's driver 580 would execute that after a later large upload.
    std::memset(on_host_.get(), 0, bytes);
    for (GlBuffer& buffer : buffers_) {
      buffer = make_buffer();
      glNamedBufferData(buffer.name(), static_cast<GLsizeiptr>(bytes), on_host_.get(),
                        GL_DYNAMIC_DRAW);
    }
  }
  ~Upload() override {
    try {
      device::synchronize(stream_);  // the memory must outlive the copy
    } catch (const Error&) {
      // The stream has failed: nothing runs on it any more.
    }
  }
  Sharing sharing() const override { return Sharing::upload; }
  void copy(const void* from, int which) override {
    device::copy_to_host(on_host_.get(), from, bytes_, stream_);
    device::record(copied_.get(), stream_);
    copying_ = which;
  }
  unsigned buffer(int which) override {
    if (copying_ == which) {
      interop::wait(copied_.get());
      glNamedBufferSubData(buffers_[which].name(), 0, static_cast<GLsizeiptr>(bytes_),
                           on_host_.get());
      copying_ = -1;
    }
    return buffers_[which].name();
  }

 private:
  std::size_t bytes_;
  device::Stream stream_;
  device::PinnedMemory on_host_ = device::allocate_pinned(bytes_);
  device::OwnedEvent copied_ = device::create_event();  ///< `on_host_` is complete
  GlBuffer buffers_[2];
  int copying_ = -1;  ///< the buffer that waits for the copy to the host
};

std::unique_ptr<SharedMemory::Way> best_way(std::size_t bytes, const Exec& exec, bool allow_interop,
                                            std::string& why) {
  if (exec.memory() == Memory::host) return std::make_unique<Mapped>(bytes);
  why = allow_interop ? interop::obstacle() : "interop is switched off";
  if (why.empty()) {
    try {
      return std::make_unique<Interop>(bytes, exec.stream());
    } catch (const Error& error) {
      why = error.what();
    }
  }
  why = "Vertices are copied through host memory: " + why + ".";
  return std::make_unique<Upload>(bytes, exec.stream());
}

}  // namespace

SharedMemory::SharedMemory(std::size_t bytes, const Exec& exec, bool allow_interop)
    : exec_(exec), bytes_(bytes) {
  if (bytes > 0) way_ = best_way(bytes, exec, allow_interop, why_);
}

SharedMemory::~SharedMemory() = default;

void* SharedMemory::begin_write() {
  if (written_.bytes() != bytes_) {
    written_ = RawBuffer(exec_.memory(), bytes_);
    written_.zero(exec_);
  }
  if (way_) way_->begin(1 - front_);
  writing_ = true;
  return written_.data();
}

void SharedMemory::end_write() {
  if (!writing_ || !way_) return;
  writing_ = false;
  const int back = 1 - front_;
  way_->copy(written_.data(), back);
  front_ = back;
}

void SharedMemory::show(const void* from) {
  if (!way_) return;
  const int back = 1 - front_;
  way_->begin(back);
  way_->copy(from, back);
  front_ = back;
}

unsigned SharedMemory::front() { return way_ ? way_->buffer(front_) : 0; }

Sharing SharedMemory::sharing() const { return way_ ? way_->sharing() : Sharing::mapped; }

std::vector<PublishedVertex> SharedVertices::read_front() {
  std::vector<PublishedVertex> content(size());
  if (const unsigned buffer = front())
    glGetNamedBufferSubData(buffer, 0,
                            static_cast<GLsizeiptr>(sizeof(PublishedVertex) * content.size()),
                            content.data());
  return content;
}

SharedFluidMesh::SharedFluidMesh(int vertices, int triangles, const Exec& exec)
    : vertices_(vertices, exec),
      triangles_(sizeof(glm::uvec3) * (static_cast<std::size_t>(triangles) + command_rows), exec),
      triangle_count_(triangles) {}

SharedFluidMesh::Writable SharedFluidMesh::begin_write() {
  const View<PublishedVertex> vertices = vertices_.begin_write();
  const View<glm::uvec3> rows(static_cast<glm::uvec3*>(triangles_.begin_write()),
                              triangle_count_ + command_rows);
  return {vertices, rows.part(0, command_rows), rows.part(command_rows, triangle_count_)};
}

void SharedFluidMesh::end_write() {
  vertices_.end_write();
  triangles_.end_write();
}

}  // namespace limber
