#pragma once

#include <memory>
#include <string>

#include "kernels/device.h"

// CUDA-OpenGL interop without CUDA headers. cuda_interop.cu implements it; a build without nvcc
// links cuda_interop_stub.cpp, where it is never available.

namespace limber::interop {

/// Empty if CUDA's device also runs the current OpenGL context; else the reason, as a clause.
std::string obstacle();

/// An OpenGL buffer that CUDA overwrites entirely. The destructor unmaps and unregisters it:
/// destroy it before the OpenGL buffer. Functions throw Error(unavailable) when CUDA fails.
class RegisteredBuffer {
 public:
  explicit RegisteredBuffer(unsigned gl_buffer);
  ~RegisteredBuffer();
  RegisteredBuffer(const RegisteredBuffer&) = delete;
  RegisteredBuffer& operator=(const RegisteredBuffer&) = delete;

  /// Orders OpenGL's earlier use of the buffer before later work on the stream. Until unmap()
  /// OpenGL must not use it.
  void* map(device::Stream stream);
  /// Orders the stream's earlier work before later OpenGL commands.
  void unmap();

 private:
  struct Registration;
  std::unique_ptr<Registration> registration_;
};

/// Blocks the host until the GPU has reached the event.
void wait(device::Event event);

}  // namespace limber::interop
