#pragma once

// Included only by .cu files: kernels whose blocks form clusters, which need less time to wait for
// each other than all blocks of a grid (whole_grid_on_cuda.h).

#include "kernels/whole_grid_on_cuda.h"

#ifdef __CUDACC__

namespace limber {

/// The blocks of a cluster (compute capability 9.0 and later), the first of its grid.
struct BlockCluster {
  static constexpr int max_blocks = 16;

#if __CUDA_ARCH__ >= 900
  int blocks = static_cast<int>(cooperative_groups::cluster_group::num_blocks());
#else
  int blocks = 1;
#endif
  int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int threads = blocks * static_cast<int>(blockDim.x);

  __device__ void wait() const {
#if __CUDA_ARCH__ >= 900
    if (blocks > 1) {
      cooperative_groups::this_cluster().sync();
      return;
    }
#endif
    __syncthreads();
  }
  template <class Body>
  __device__ void run(int n, const Body& body) const {
    for (int i = thread; i < n; i += threads) body(i);
  }
};

/// First thing in a kernel that is not launched `together`: lets the next kernel start, and waits
/// for the one before.
__device__ inline void wait_for_last_kernel() {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

struct BlockShape {
  int blocks;
  int threads;
  int shared_bytes = 0;
  int cluster = 1;        ///< blocks per cluster; divides the number of blocks
  bool together = false;  ///< all blocks wait for each other, not only those of a cluster
};

/// A launch in the shape; attributes that it does not use come last.
class ShapedLaunch {
 public:
  ShapedLaunch(const BlockShape& shape, device::Stream stream) {
    const bool has_clusters = device::info().compute_capability >= 90;
    config.gridDim = dim3(static_cast<unsigned>(shape.blocks));
    config.blockDim = dim3(static_cast<unsigned>(shape.threads));
    config.dynamicSmemBytes = static_cast<std::size_t>(shape.shared_bytes);
    config.stream = stream;
    config.attrs = attributes_;
    if (shape.together) {
      add(cudaLaunchAttributeCooperative).cooperative = 1;
    } else if (has_clusters) {
      // It may start while the kernel before it ends, and must wait for that one itself.
      add(cudaLaunchAttributeProgrammaticStreamSerialization)
          .programmaticStreamSerializationAllowed = 1;
    }
    if (has_clusters)
      add(cudaLaunchAttributeClusterDimension).clusterDim = {static_cast<unsigned>(shape.cluster),
                                                             1, 1};
  }
  ShapedLaunch(const ShapedLaunch&) = delete;
  ShapedLaunch& operator=(const ShapedLaunch&) = delete;

  cudaLaunchConfig_t config{};

 private:
  cudaLaunchAttributeValue& add(cudaLaunchAttributeID id) {
    cudaLaunchAttribute& added = attributes_[config.numAttrs++];
    added.id = id;
    return added.val;
  }

  cudaLaunchAttribute attributes_[2] = {};
};

/// Whether blocks of this kernel know of clusters: the code of an older GPU, translated for a newer
/// one, does not.
template <class... Parameters>
bool knows_clusters(void (*kernel)(Parameters...)) {
  cudaFuncAttributes of{};
  const bool known = cudaFuncGetAttributes(&of, kernel) == cudaSuccess && of.ptxVersion >= 90;
  cudaGetLastError();  // the next call must not report an error again
  return known;
}

/// The number of blocks in such clusters that the GPU holds at once; 0: none, or it has no
/// clusters.
template <class... Parameters>
int clustered_blocks_at_once(void (*kernel)(Parameters...), int cluster, int threads,
                             int shared_bytes = 0) {
  int clusters = 0;
  if (device::info().compute_capability >= 90 && knows_clusters(kernel) &&
      cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) ==
          cudaSuccess) {
    const ShapedLaunch launch({cluster, threads, shared_bytes, cluster}, nullptr);
    if (cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config) != cudaSuccess)
      clusters = 0;
  }
  cudaGetLastError();  // the next call must not report an error again
  return clusters * cluster;
}

/// The blocks of the largest cluster of this kernel that the GPU holds, a power of two; 0: none.
template <class... Parameters>
int largest_cluster(void (*kernel)(Parameters...), int threads, int shared_bytes = 0) {
  int blocks = BlockCluster::max_blocks;
  while (blocks > 0 && clustered_blocks_at_once(kernel, blocks, threads, shared_bytes) == 0)
    blocks /= 2;
  return blocks;
}

/// Throws Error(unavailable) with the label where the GPU refuses.
template <class... Parameters, class... Arguments>
void launch_blocks(const Exec& exec, const char* label, const BlockShape& shape,
                   void (*kernel)(Parameters...), const Arguments&... arguments) {
  if (exec.timeline()) exec.timeline()->enter(label);
  const ShapedLaunch launch(shape, exec.stream());
  device::push_range(label);
  const cudaError_t error = cudaLaunchKernelEx(&launch.config, kernel, arguments...);
  device::pop_range();
  check_launch(error, label);
}

}  // namespace limber

#endif
