#pragma once

// Included only by .cu files: kernels whose blocks all stay on the GPU and synchronize with each
// other, for iterations so short that launches would take most of the time.

#include <algorithm>
#include <string>

#include "kernels/launch_on_cuda.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>

namespace limber {

/// The grid as one of its threads sees it.
struct WholeGrid {
  int blocks = static_cast<int>(gridDim.x);
  int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int threads = blocks * static_cast<int>(blockDim.x);

  __device__ void wait() const { cooperative_groups::this_grid().sync(); }
  template <class Body>
  __device__ void run(int n, const Body& body) const {
    for (int i = thread; i < n; i += threads) body(i);
  }
};

/// The number of blocks of a kernel that the GPU holds at once, at most max_each on each
/// multiprocessor; 0: none fits.
template <class... Parameters>
int blocks_at_once(void (*kernel)(Parameters...), int threads, int max_each = 64) {
  int each = 0;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, threads, 0) != cudaSuccess) {
    cudaGetLastError();  // the next call must not report it again
    return 0;
  }
  return std::min(each, max_each) * device::info().multiprocessors;
}

/// at_once: blocks_at_once() of the kernel; no more are launched. Throws Error(unavailable) with
/// the label where the GPU holds none, or refuses.
template <class... Parameters, class... Arguments>
void launch_whole_grid(const Exec& exec, const char* label, int blocks, int at_once, int threads,
                       void (*kernel)(Parameters...), const Arguments&... arguments) {
  if (at_once == 0)
    throw Error(ExitCode::unavailable,
                std::string("the GPU cannot hold a block of the kernel '") + label + "'");
  if (exec.timeline()) exec.timeline()->enter(label);
  cudaLaunchAttribute together{};
  together.id = cudaLaunchAttributeCooperative;
  together.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(std::clamp(blocks, 1, at_once)));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.stream = exec.stream();
  config.attrs = &together;
  config.numAttrs = 1;
  device::push_range(label);
  const cudaError_t error = cudaLaunchKernelEx(&config, kernel, arguments...);
  device::pop_range();
  check_launch(error, label);
}

}  // namespace limber

#endif
