// DescendVertices with several threads per vertex on the GPU.

#include "kernels/pbd/descend_lanes.h"

#include "kernels/launch_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int descend_threads = 64;
constexpr int lanes = 8;  ///< that share the constraints of a vertex

__device__ float of_lanes(float sum) {
  for (int half = lanes / 2; half > 0; half /= 2) sum += __shfl_xor_sync(~0u, sum, half);
  return sum;
}
__device__ glm::vec3 of_lanes(const glm::vec3& sum) {
  return {of_lanes(sum.x), of_lanes(sum.y), of_lanes(sum.z)};
}

__global__ void __launch_bounds__(descend_threads) descend(const DescendVertices body) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int k = thread / lanes, lane = thread % lanes;
  const bool there = k < body.vertices.size;
  const int i = there ? body.vertices.data[k] : 0;
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  VertexEnergy energy;
  if (there) body.add(i, lane, lanes, energy);
  energy = {of_lanes(energy.gradient), of_lanes(energy.diagonal), of_lanes(energy.xy),
            of_lanes(energy.yz), of_lanes(energy.zx)};
  if (there && lane == 0) body.move(i, energy);
}

}  // namespace

void launch_descend_on_cuda(const Exec& exec, const char* label, const DescendVertices& body) {
  if (body.vertices.size <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  constexpr int at_once = descend_threads / lanes;
  launch_overlapping(exec, label, (body.vertices.size + at_once - 1) / at_once, descend_threads, 0,
                     descend, body);
}

#else

void launch_descend_on_cuda(const Exec&, const char* label, const DescendVertices&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
