#pragma once

// Included only by .cu files: the <group>.cu files instantiate launch_on_cuda for each of their
// bodies, and kernels of another shape are launched by launch_overlapping or launch_in_turn.

#include <string>

#include "kernels/error.h"
#include "kernels/launch.h"

#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif

namespace limber {

#ifdef __CUDACC__

/// Throws Error(unavailable) with the label when CUDA refused a launch.
inline void check_launch(cudaError_t error, const char* label) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // the next call must not report it again
  throw Error(ExitCode::unavailable, std::string("the GPU rejected the kernel '") + label +
                                         "': " + cudaGetErrorString(error));
}

/// Launches a kernel that may start while the one before it ends, and must wait for that one itself
/// (programmatic dependent launch, compute capability 9.0 and later).
template <class... Parameters, class... Arguments>
void launch_overlapping(const Exec& exec, const char* label, int blocks, int threads,
                        std::size_t shared_bytes, void (*kernel)(Parameters...),
                        const Arguments&... arguments) {
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.dynamicSmemBytes = shared_bytes;
  config.stream = exec.stream();
  config.attrs = &overlap;
  config.numAttrs = device::info().compute_capability >= 90 ? 1 : 0;
  device::push_range(label);
  const cudaError_t error = cudaLaunchKernelEx(&config, kernel, arguments...);
  device::pop_range();
  check_launch(error, label);
}

/// Launches a kernel that starts when all earlier work on the stream has ended, including that of
/// other streams which joined it.
template <class... Parameters, class... Arguments>
void launch_in_turn(const Exec& exec, const char* label, int blocks, int threads,
                    void (*kernel)(Parameters...), const Arguments&... arguments) {
  if (blocks <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  device::push_range(label);
  kernel<<<blocks, threads, 0, exec.stream()>>>(arguments...);
  device::pop_range();
  check_launch(cudaGetLastError(), label);
}

/// Small blocks spread a phase of a few thousand constraints over all multiprocessors.
inline constexpr int threads_per_block = 64;

/// Programmatic dependent launch (compute capability 9.0 and later): the next kernel of the stream
/// starts while this one ends. Every thread waits for the previous kernel before it reads or writes
/// anything that another kernel writes, so kernels still run as if one after the other.
template <class Body>
__global__ void __launch_bounds__(threads_per_block, blocks_at_once_of<Body>())
    run_on_device(int n, const Body body) {
  const int i = blockIdx.x * threads_per_block + threadIdx.x;
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  if constexpr (SplitBody<Body>) {
    auto loaded = body.load(i < n ? i : n - 1);
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    if (i < n) body.apply(i, loaded);
  } else {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    if (i < n) body(i);
  }
}

template <class Body>
void launch_on_cuda(const Exec& exec, const char* label, int n, const Body& body) {
  launch_overlapping(exec, label, (n + threads_per_block - 1) / threads_per_block,
                     threads_per_block, 0, run_on_device<Body>, n, body);
}

#else

[[noreturn]] inline void refuse_without_cuda(const char* label) {
  throw Error(ExitCode::unavailable,
              std::string("the kernel '") + label + "' was built without CUDA");
}

template <class Body>
void launch_on_cuda(const Exec&, const char* label, int, const Body&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber

/// Lists one body of a kernel group.
#define LIMBER_KERNEL(...)                                                                 \
  template void limber::launch_on_cuda<__VA_ARGS__>(const limber::Exec&, const char*, int, \
                                                    const __VA_ARGS__&)
