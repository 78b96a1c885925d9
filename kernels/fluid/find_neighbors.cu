// FindFluidNeighbors on the GPU with shared memory for what the threads find.

#include "kernels/fluid/find_neighbors.h"

#include "kernels/launch_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

/// A thread's column of the block's memory.
struct FoundColumn {
  int* first;
  __device__ int& operator[](int k) const { return first[k * threads_per_block]; }
};

__global__ void __launch_bounds__(threads_per_block)
    find_neighbors(int particles, const FindFluidNeighbors body) {
  __shared__ int found[FindFluidNeighbors::max_found * threads_per_block];
  const int i = blockIdx.x * threads_per_block + threadIdx.x;
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (i < particles) body.find(i, FoundColumn{found + threadIdx.x});
}

}  // namespace

void launch_find_neighbors_on_cuda(const Exec& exec, const char* label, int particles,
                                   const FindFluidNeighbors& body) {
  if (particles <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_overlapping(exec, label, (particles + threads_per_block - 1) / threads_per_block,
                     threads_per_block, 0, find_neighbors, particles, body);
}

#else

void launch_find_neighbors_on_cuda(const Exec&, const char* label, int, const FindFluidNeighbors&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
