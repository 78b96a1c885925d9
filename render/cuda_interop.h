#pragma once

#include <memory>
#include <string>

#include "kernels/device.h"

// CUDA's view of OpenGL, behind plain declarations. cuda_interop.cu implements it; a build without
// nvcc links cuda_interop_stub.cpp, where it is never possible.

namespace limber::interop {

/// Empty if CUDA's device also runs the current OpenGL context, else why not, in a clause.
std::string obstacle();

/// An OpenGL buffer that CUDA writes whole. It unmaps and unregisters itself: destroy it before the
/// OpenGL buffer. Functions throw Error(unavailable) when CUDA refuses.
class RegisteredBuffer {
 public:
  explicit RegisteredBuffer(unsigned gl_buffer);
  ~RegisteredBuffer();
  RegisteredBuffer(const RegisteredBuffer&) = delete;
  RegisteredBuffer& operator=(const RegisteredBuffer&) = delete;

  /// What OpenGL does with the buffer comes before what follows on the stream. Until unmap()
  /// OpenGL must leave it alone.
  void* map(device::Stream stream);
  /// What is on the stream comes before what OpenGL does from now on.
  void unmap();

 private:
  struct Registration;
  std::unique_ptr<Registration> registration_;
};

/// Waits on the host until the GPU has come to the event.
void wait(device::Event event);

}  // namespace limber::interop
