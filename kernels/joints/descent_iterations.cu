// A block descent in one kernel on the GPU.

#include "kernels/joints/descent_iterations.h"

#include <bit>

#include "kernels/block_cluster_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int descent_threads = 256;
/// A body with more contacts than this may get a block of its own.
constexpr int max_contacts_of_lanes = 256;

template <int lanes>
__device__ void add_lanes(double& sum) {
  for (int half = lanes / 2; half > 0; half /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, half);
}
template <int lanes>
__device__ void add_lanes(BodySystem& sum) {
  for (double& at : sum.block.at) add_lanes<lanes>(at);
  for (int k = 0; k < 3; ++k) {
    add_lanes<lanes>(sum.right.linear[k]);
    add_lanes<lanes>(sum.right.angular[k]);
  }
}

__device__ bool is_crowded(const Descent& descent, int b) {
  const View<const int> first = descent.links.pairs_of_body.first;
  return first[b + 1] - first[b] > max_contacts_of_lanes;
}

/// Returns the number of bodies with a block each: 0 if too many qualify.
template <class Blocks>
__device__ int list_crowded(const Blocks& grid, const DescentIterations& work) {
  int& count = work.crowded[0];
  if (grid.thread == 0) count = 0;
  grid.wait();
  grid.run(work.colors.size, [&](int b) {
    if (work.colors[b] < 0 || !is_crowded(work.descent, b)) return;
    if (const int k = atomicAdd(&count, 1); k < max_crowded_bodies) work.crowded[1 + k] = b;
  });
  grid.wait();
  return count <= max_crowded_bodies ? count : 0;
}

/// One thread per body calls go_to(i, pose). blocks_for_crowded: skips bodies with a block each.
template <int lanes, class Blocks, class GoTo>
__device__ void descend(const Blocks& grid, const Descent& descent, const int* bodies, int count,
                        bool blocks_for_crowded, double share, const GoTo& go_to) {
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  // Whole warps iterate together, for the shuffles.
  const int rounded = (count * lanes + 31) / 32 * 32;
  for (int at = grid.thread; at < rounded; at += grid.threads) {
    const int i = at / lanes;
    const bool goes = i < count && !(blocks_for_crowded && is_crowded(descent, bodies[i]));
    BodySystem all;
    if (goes) all = descent.system_of(bodies[i], lane, lanes);
    add_lanes<lanes>(all);
    if (goes && lane == 0) go_to(i, descent.descended(bodies[i], all, share));
  }
}

/// Moves the bodies of a colour that have a block each.
__device__ void descend_crowded(const DescentIterations& work, int crowded, int color) {
  constexpr int warp_lanes = 32, warps = descent_threads / warp_lanes;
  __shared__ BodySystem of_warps[warps];
  const int thread = static_cast<int>(threadIdx.x);
  for (int k = static_cast<int>(blockIdx.x); k < crowded; k += static_cast<int>(gridDim.x)) {
    const int b = work.crowded[1 + k];
    if (work.colors[b] != color) continue;
    BodySystem all = work.descent.system_of(b, thread, descent_threads);
    add_lanes<warp_lanes>(all);
    if (thread % warp_lanes == 0) of_warps[thread / warp_lanes] = all;
    __syncthreads();
    if (thread == 0) {
      for (int w = 1; w < warps; ++w) {
        for (int i = 0; i < 21; ++i) all.block.at[i] += of_warps[w].block.at[i];
        all.right.linear += of_warps[w].right.linear;
        all.right.angular += of_warps[w].right.angular;
      }
      work.descent.poses[b] = work.descent.descended(b, all, 1.0);
    }
    __syncthreads();  // before the next one writes
  }
}

/// lanes: threads per body. Blocks: WholeGrid or BlockCluster.
template <int lanes, class Blocks>
__device__ void iterate(const Blocks& grid, const DescentIterations& work) {
  const Descent& descent = work.descent;
  const int all = work.next.size;
  const int crowded = list_crowded(grid, work);
  for (int iteration = 0; iteration < work.iterations; ++iteration) {
    for (int color = 0; color < max_body_colors; ++color) {
      const int count = work.counts[color];
      if (count == 0) continue;
      const int* bodies = work.bodies.data + color * all;
      descend<lanes>(grid, descent, bodies, count, crowded > 0, 1.0,
                     [&](int i, const RigidPose& pose) { descent.poses[bodies[i]] = pose; });
      descend_crowded(work, crowded, color);
      grid.wait();
    }
    if (const int count = work.counts[max_body_colors]; count > 0) {
      const int* bodies = work.bodies.data + max_body_colors * all;
      descend<lanes>(grid, descent, bodies, count, false, 0.5,
                     [&](int i, const RigidPose& pose) { work.next[i] = pose; });
      grid.wait();
      grid.run(count, MoveLeftOver{{bodies, count}, work.next, descent.poses});
      grid.wait();
    }
    grid.run(descent.joints.blocks.size, work.update_joints);
    UpdateContactMultipliers update_contacts = work.update_contacts;
    update_contacts.last = iteration + 1 == work.iterations;
    grid.run(min(work.contacts[0], descent.contacts.pairs.size), update_contacts);
    grid.wait();
  }
}

template <int lanes>
__global__ void __launch_bounds__(descent_threads) run_on_grid(const DescentIterations work) {
  iterate<lanes>(WholeGrid(), work);
}

template <int lanes>
__global__ void __launch_bounds__(descent_threads) run_on_cluster(const DescentIterations work) {
  wait_for_last_kernel();
  iterate<lanes>(BlockCluster(), work);
}

template <int lanes>
void launch_with_lanes(const Exec& exec, const char* label, const DescentIterations& work) {
  // One block per multiprocessor: its registers leave no room for another.
  static const int at_once = blocks_at_once(run_on_grid<lanes>, descent_threads, 1);
  static const int max_cluster = largest_cluster(run_on_cluster<lanes>, descent_threads);
  const int wanted = (work.next.size * lanes + descent_threads - 1) / descent_threads;
  const int cluster = static_cast<int>(std::bit_ceil(static_cast<unsigned>(wanted)));
  if (cluster <= max_cluster)
    launch_blocks(exec, label, {.blocks = cluster, .threads = descent_threads, .cluster = cluster},
                  run_on_cluster<lanes>, work);
  else
    launch_whole_grid(exec, label, wanted, at_once, descent_threads, run_on_grid<lanes>, work);
}

}  // namespace

void launch_descent_iterations_on_cuda(const Exec& exec, const char* label,
                                       const DescentIterations& work) {
  // Few bodies get more threads each, to fill the GPU.
  if (4 * work.next.size <= descent_threads * device::info().multiprocessors)
    launch_with_lanes<16>(exec, label, work);
  else
    launch_with_lanes<4>(exec, label, work);
}

#else

void launch_descent_iterations_on_cuda(const Exec&, const char* label, const DescentIterations&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
