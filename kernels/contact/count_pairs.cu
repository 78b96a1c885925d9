// Counts pairs with as many candidates in each lane of a warp, however many each owner has
// (count_pairs.h).

#include "kernels/contact/count_pairs.h"

#include <algorithm>

#include "kernels/launch_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int lanes = 32, warps = 4;
constexpr int blocks_at_once = 6;  // as in find_candidates.cu, but with more spills beyond six
/// Owners per warp: more share evenly, fewer leave more warps.
constexpr int owners_at_once = 16;
constexpr unsigned all_lanes = ~0u;
/// Fewer blocks start in substeps without a search.
constexpr int max_blocks = 4096;

/// Of the owners of a warp.
struct Shared {
  int ends[owners_at_once];  ///< in one row of all their candidates
  int counts[owners_at_once];
};

/// The sum over this lane and those before.
__device__ int running_sum(int value, int lane) {
  for (int step = 1; step < lanes; step *= 2) {
    const int before = __shfl_up_sync(all_lanes, value, step);
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

__device__ void count_of_owners(const CountPairs& work, Shared& shared, int first, int lane) {
  const int owner = first + lane;
  const bool there = lane < owners_at_once && owner < work.search.mesh.owners();
  const bool has_all = there && work.candidates.has_all(owner);
  const bool mine = has_all && !work.candidates.is_shared(owner);
  const int size = mine ? work.candidates.counts.data[owner] : 0;
  const int end = running_sum(size, lane);
  const int all = __shfl_sync(all_lanes, end, lanes - 1);
  __syncwarp();
  if (lane < owners_at_once) {
    shared.ends[lane] = end;
    shared.counts[lane] = 0;
  }
  __syncwarp();
  for (int k = lane; k < all; k += lanes) {
    const int slot = slot_of(shared.ends, k);
    const int before = slot > 0 ? shared.ends[slot - 1] : 0;
    const int count = work.examine(first + slot, k - before);
    if (count > 0) atomicAdd(&shared.counts[slot], count);
  }
  __syncwarp();
  if (mine) work.counts.data[owner + 1] = shared.counts[lane];
  if (there && !has_all) work.traverse_again(owner);
}

__global__ void __launch_bounds__(warps* lanes, blocks_at_once)
    count_pairs(const __grid_constant__ CountPairs work, View<const int> only_if) {
  __shared__ Shared shared[warps];
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (only_if.data[0] == 0) return;
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int step = static_cast<int>(gridDim.x * blockDim.x);
  const int owners = work.search.mesh.owners();
  for (int first = thread / lanes * owners_at_once; first < owners;
       first += step / lanes * owners_at_once)
    count_of_owners(work, shared[threadIdx.x / lanes], first, thread % lanes);
  for (int part = thread; part < work.parts(); part += step) work.count_part(part);
}

}  // namespace

void count_pairs_on_cuda(const Exec& exec, const char* label, const CountPairs& work,
                         View<const int> only_if) {
  const int threads = std::max(
      (work.search.mesh.owners() + owners_at_once - 1) / owners_at_once * lanes, work.parts());
  if (threads == 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  const int blocks = std::min((threads + warps * lanes - 1) / (warps * lanes), max_blocks);
  launch_overlapping(exec, label, blocks, warps * lanes, 0, count_pairs, work, only_if);
}

#else

void count_pairs_on_cuda(const Exec&, const char* label, const CountPairs&, View<const int>) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
