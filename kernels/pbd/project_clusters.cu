// Clusters of position-based dynamics on the GPU: one block per cluster, particles in shared
// memory.

#include "kernels/pbd/project_clusters.h"

#include <algorithm>

#include "kernels/launch_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

/// Each thread prefetches its constraint of the next colour before it waits at the barrier.
template <class Constraint>
__device__ void project_colors(const ClusterColors<Constraint>& set, int cluster, Particle* local) {
  if (set.colors == 0) return;
  const int* first = set.first.data + cluster * set.colors;
  const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  int begin = first[0], end = first[1];
  LocalCorners<Constraint::corners> corners{};
  float rest = 0.0f;
  const auto fetch = [&] {
    if (begin + thread >= end) return;
    corners = set.corners.data[begin + thread];
    rest = set.rest.data[begin + thread];
  };
  fetch();
  for (int color = 0; color < set.colors; ++color) {
    if (begin + thread < end) project_local<Constraint>(corners, rest, set.softness, local);
    for (int i = begin + thread + threads; i < end; i += threads)
      project_local<Constraint>(set.corners.data[i], set.rest.data[i], set.softness, local);
    begin = end;
    if (color + 1 < set.colors) {
      end = first[color + 2];
      fetch();
    }
    __syncthreads();
  }
}

__global__ void project_clusters(const ProjectCluster work) {
  extern __shared__ Particle local[];
  const int cluster = static_cast<int>(blockIdx.x);
  const ClusterSystem& system = work.system;
  const int first = system.first_particle.data[cluster];
  const int count = system.first_particle.data[cluster + 1] - first;
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
    local[i] = work.particles.data[system.particles.data[first + i]];
  __syncthreads();
  for (int iteration = 0; iteration < work.iterations; ++iteration) {
    project_colors(system.stretch, cluster, local);
    project_colors(system.across, cluster, local);
    project_colors(system.dihedral, cluster, local);
    project_colors(system.volume, cluster, local);
  }
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
    work.particles.data[system.particles.data[first + i]] = local[i];
}

}  // namespace

void launch_clusters_on_cuda(const Exec& exec, const char* label, int threads, int largest,
                             const ProjectCluster& work) {
  if (exec.timeline()) exec.timeline()->enter(label);
  // Registers may limit the block size: how many the kernel uses depends on the build.
  cudaFuncAttributes kernel{};
  check_launch(cudaFuncGetAttributes(&kernel, project_clusters), label);
  launch_overlapping(exec, label, work.system.first_particle.size - 1,
                     std::min(threads, kernel.maxThreadsPerBlock),
                     sizeof(Particle) * static_cast<std::size_t>(largest), project_clusters, work);
}

#else

void launch_clusters_on_cuda(const Exec&, const char* label, int, int, const ProjectCluster&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
