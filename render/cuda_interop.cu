#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

#include "kernels/error.h"
#include "render/cuda_interop.h"

namespace limber::interop {

namespace {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // clears the error, which is reported here
  throw Error(ExitCode::unavailable,
              std::string("CUDA failed to ") + what + ": " + cudaGetErrorString(error));
}

void unregister(cudaGraphicsResource_t resource) noexcept {
  cudaGraphicsUnregisterResource(resource);
  cudaGetLastError();  // clears the error, which a destructor cannot report
}

}  // namespace

std::string obstacle() {
  if (!device::info().usable) return device::info().reason;
  int current = -1;
  if (cudaGetDevice(&current) != cudaSuccess) return "CUDA has no current device";
  constexpr unsigned max_devices = 16;
  int devices[max_devices];
  unsigned count = 0;
  const cudaError_t error = cudaGLGetDevices(&count, devices, max_devices, cudaGLDeviceListAll);
  cudaGetLastError();
  if (error == cudaSuccess)
    for (unsigned i = 0; i < count; ++i)
      if (devices[i] == current) return "";
  return "OpenGL does not run on the GPU that CUDA uses";
}

struct RegisteredBuffer::Registration {
  std::unique_ptr<cudaGraphicsResource, device::GiveBack<unregister>> resource;
  cudaStream_t mapped_on = nullptr;
  bool mapped = false;

  cudaError_t unmap() {
    mapped = false;
    cudaGraphicsResource_t mapped_resource = resource.get();
    return cudaGraphicsUnmapResources(1, &mapped_resource, mapped_on);
  }
};

RegisteredBuffer::RegisteredBuffer(unsigned gl_buffer)
    : registration_(std::make_unique<Registration>()) {
  cudaGraphicsResource_t resource = nullptr;
  check(cudaGraphicsGLRegisterBuffer(&resource, gl_buffer, cudaGraphicsRegisterFlagsNone),
        "register an OpenGL buffer");
  registration_->resource.reset(resource);
}

RegisteredBuffer::~RegisteredBuffer() {
  if (registration_->mapped) registration_->unmap();
}

void* RegisteredBuffer::map(device::Stream stream) {
  Registration& r = *registration_;
  cudaGraphicsResource_t resource = r.resource.get();
  check(cudaGraphicsMapResources(1, &resource, stream), "map an OpenGL buffer");
  r.mapped = true;
  r.mapped_on = stream;
  void* memory = nullptr;
  std::size_t bytes = 0;
  check(cudaGraphicsResourceGetMappedPointer(&memory, &bytes, resource),
        "find an OpenGL buffer's memory");
  return memory;
}

void RegisteredBuffer::unmap() {
  Registration& r = *registration_;
  if (!r.mapped) return;
  check(r.unmap(), "unmap an OpenGL buffer");
}

void wait(device::Event event) { check(cudaEventSynchronize(event), "finish a copy"); }

}  // namespace limber::interop
