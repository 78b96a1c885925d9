// Counts pairs with as many candidates in each thread of a block, however many each owner has
// (count_pairs.h).

#include "kernels/contact/count_pairs.h"

#include <algorithm>

#include "kernels/launch_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int lanes = 32, threads = 128;
constexpr int blocks_at_once = 6;  // as in find_candidates.cu, but with more spills beyond six
/// Owners per block: more share evenly, fewer keep a GPU waiting less where all have many.
constexpr int owners_at_once = lanes;
/// Fewer blocks start in substeps without a search.
constexpr int max_blocks = 4096;

/// Of the owners of a block.
struct Shared {
  int ends[owners_at_once];  ///< in one row of all their candidates
  int counts[owners_at_once];
};

/// The sum over this lane and those before.
__device__ int running_sum(int value, int lane) {
  for (int step = 1; step < lanes; step *= 2) {
    const int before = __shfl_up_sync(~0u, value, step);
    if (lane >= step) value += before;
  }
  return value;
}

/// The owner of candidate k of all.
__device__ int slot_of(const int (&ends)[owners_at_once], int k) {
  int slot = 0;
  for (int step = owners_at_once / 2; step > 0; step /= 2)
    if (ends[slot + step - 1] <= k) slot += step;
  return slot;
}

__device__ void count_of_owners(const CountPairs& work, Shared& shared, int first) {
  const int thread = static_cast<int>(threadIdx.x);
  const int owner = first + thread;
  const bool there = thread < owners_at_once && owner < work.search.mesh.owners();
  const bool has_all = there && work.candidates.has_all(owner);
  const bool mine = has_all && !work.candidates.is_shared(owner);
  const int size = mine ? work.candidates.counts.data[owner] : 0;
  // FindCandidates::found() has set counts to 0.
  if (!__syncthreads_or(size > 0 || (there && !has_all))) return;
  if (thread < lanes) {
    shared.ends[thread] = running_sum(size, thread);
    shared.counts[thread] = 0;
  }
  __syncthreads();
  const int all = shared.ends[owners_at_once - 1];
  for (int k = thread; k < all; k += threads) {
    const int slot = slot_of(shared.ends, k);
    const int before = slot > 0 ? shared.ends[slot - 1] : 0;
    const int count = work.examine(first + slot, k - before);
    if (count > 0) atomicAdd(&shared.counts[slot], count);
  }
  __syncthreads();
  if (mine) work.counts.data[owner + 1] = shared.counts[thread];
  if (there && !has_all) work.traverse_again(owner);
}

__global__ void __launch_bounds__(threads, blocks_at_once)
    count_pairs(const __grid_constant__ CountPairs work, View<const int> only_if) {
  __shared__ Shared shared;
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (only_if.data[0] == 0) return;
  const int blocks = static_cast<int>(gridDim.x);
  const int owners = work.search.mesh.owners();
  for (int first = static_cast<int>(blockIdx.x) * owners_at_once; first < owners;
       first += blocks * owners_at_once)
    count_of_owners(work, shared, first);
  for (int part = static_cast<int>(blockIdx.x * threads + threadIdx.x); part < work.parts();
       part += blocks * threads)
    work.count_part(part);
}

}  // namespace

void count_pairs_on_cuda(const Exec& exec, const char* label, const CountPairs& work,
                         View<const int> only_if) {
  const int needed = std::max((work.search.mesh.owners() + owners_at_once - 1) / owners_at_once,
                              (work.parts() + threads - 1) / threads);
  if (needed == 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_overlapping(exec, label, std::min(needed, max_blocks), threads, 0, count_pairs, work,
                     only_if);
}

#else

void count_pairs_on_cuda(const Exec&, const char* label, const CountPairs&, View<const int>) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
