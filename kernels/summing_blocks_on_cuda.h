#pragma once

// Included only by .cu files: blocks that wait for each other and add up sums. WholeGrid and
// BlockCluster, which have
//   int blocks, thread, threads
//   void wait()          after which all can read what any thread wrote before
//   void run(n, body)    body(i) for i in [0, n)
// get
//   TwoSums sum(own)     the sums over all threads, the same in each of them, added in a fixed
//                        order; it waits, too

#include "kernels/block_cluster_on_cuda.h"
#include "kernels/sum_of_block_on_cuda.h"
#include "kernels/sum_slots.h"

#ifdef __CUDACC__

namespace limber {

/// Two sums that are added up at once.
struct alignas(16) TwoSums {
  double first = 0.0, second = 0.0;

  __device__ TwoSums& operator+=(const TwoSums& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
};

/// The sum of `count` values that all lanes of a warp can read, in each lane.
__device__ inline TwoSums sum_in_warp(const TwoSums* values, int count) {
  TwoSums sum;
  for (int i = static_cast<int>(threadIdx.x) % 32; i < count; i += 32) sum += values[i];
  for (int other = 16; other > 0; other /= 2)
    sum += {__shfl_xor_sync(0xffffffffu, sum.first, other),
            __shfl_xor_sync(0xffffffffu, sum.second, other)};
  return sum;
}

/// Leaves each warp's sum in of_warps, and waits for the block.
__device__ inline void leave_sum_of_warp(TwoSums value, TwoSums* of_warps) {
  for (int half = 16; half > 0; half /= 2)
    value += {shuffled_down(value.first, half), shuffled_down(value.second, half)};
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
  __syncthreads();
}

template <int threads_each>
class SummingGrid : public WholeGrid {
 public:
  /// slots: slots_per_block for each block.
  __device__ explicit SummingGrid(const View<double>& slots)
      : slots_(reinterpret_cast<TwoSums*>(slots.data)) {}

  __device__ TwoSums sum(const TwoSums& value) {
    __shared__ TwoSums of_warps[threads_each / 32];
    leave_sum_of_warp(value, of_warps);
    TwoSums* of_blocks = slots_ + turn_ * blocks;
    if (threadIdx.x < 32) {
      const TwoSums of_block = sum_in_warp(of_warps, threads_each / 32);
      if (threadIdx.x == 0) of_blocks[blockIdx.x] = of_block;
    }
    wait();
    turn_ = 1 - turn_;  // so that none is written while it is read
    return sum_in_warp(of_blocks, blocks);
  }

 private:
  TwoSums* slots_;
  int turn_ = 0;
};

/// The blocks leave their sums in each other's shared memory, which must not happen before all have
/// started: wait() first.
template <int threads_each>
class SummingCluster : public BlockCluster {
 public:
  __device__ TwoSums sum(const TwoSums& value) {
    // Two of each in turn, so that none is written while it is read.
    __shared__ TwoSums of_warps[2][threads_each / 32];
    __shared__ TwoSums of_blocks[2][max_blocks];
    turn_ = 1 - turn_;
    leave_sum_of_warp(value, of_warps[turn_]);
    if (blocks == 1) return sum_in_warp(of_warps[turn_], threads_each / 32);
    if (threadIdx.x < 32) {
      const TwoSums of_block = sum_in_warp(of_warps[turn_], threads_each / 32);
#if __CUDA_ARCH__ >= 900
      if (static_cast<int>(threadIdx.x) < blocks)
        cooperative_groups::this_cluster().map_shared_rank(of_blocks[turn_],
                                                           threadIdx.x)[blockIdx.x] = of_block;
#endif
    }
    wait();
    return sum_in_warp(of_blocks[turn_], blocks);
  }

 private:
  int turn_ = 0;
};

}  // namespace limber

#endif
